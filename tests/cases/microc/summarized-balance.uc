// What one value gains, another one loses: their sum stays what it was.
// expect: safe
main() {
  var n, i, a, b, c;
  n = input;
  if (n > 4) { n = 4; }
  a = 3;
  b = 17;
  i = 0;
  while (i < n) {
    c = input;
    if (c < 0) { c = 0; }
    if (b < c) {
      a = 0;
      b = 20;
      c = 1;
    }
    a = a + c;
    b = b - c;
    i = i + 1;
  }
  if (a + b == 20) { c = 1; } else { c = 0; }
  return 1 / c;
}
