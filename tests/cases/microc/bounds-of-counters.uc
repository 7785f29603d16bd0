// A bound of a counter is guessed and proved inductive.
// expect: safe
main() {
  var a, b, c, i, n;
  n = input;
  if (n > 30) n = 30;
  a = input;
  b = 0;
  c = [1, 2, 3];
  i = 0;
  if (a == 0) a = 1;
  while (i < n) {
    b = b / a;
    if (i == -1) b = c[3];
    i = i + 1;
  }
  return b;
}
