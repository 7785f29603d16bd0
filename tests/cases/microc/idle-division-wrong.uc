// Variables that seem to decide nothing: a divisor that becomes zero, one that is read behind the
// loop, and one that another one that is read is computed from.
// expect: bug division-by-zero @17
// expect: bug division-by-zero @23
// expect: bug division-by-zero @32
main() {
  var n, a, b, c, i;
  n = input;
  if (n > 6) { n = 6; }
  a = input;
  if (a > 4) { a = 4; }
  if (a < 1) { a = 1; }
  b = 100;
  c = 1;
  i = 0;
  while (i < n) {
    b = b / (a - 2 + c * 0);
    i = i + 1;
  }
  b = 8;
  i = 0;
  while (i < n) { b = b / 2; i = i + 1; }
  if (i == 4) { c = 1 / b; }
  b = 27;
  c = 0;
  i = 0;
  while (i < n) {
    b = b / 3;
    c = c + b;
    i = i + 1;
  }
  if (c == 9 + 3 + 1) { i = 1 / 0; }
  return 0;
}
