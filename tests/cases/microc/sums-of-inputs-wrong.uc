// The sum of ones and threes reaches three times the number of iterations, and that of ones and
// fours need not be odd with it.
// expect: bug division-by-zero @16
// expect: bug division-by-zero @25
main() {
  var n, x, i;
  n = input;
  if (n > 5) { n = 5; }
  x = 0;
  i = 0;
  while (i < n) {
    if (input > 0) { x = x + 1; } else { x = x + 3; }
    i = i + 1;
  }
  if (i > 3) {
    if (x == 3 * i) { x = 1 / 0; }
  }
  x = 0;
  i = 0;
  while (i < n) {
    if (input > 0) { x = x + 1; } else { x = x + 4; }
    i = i + 1;
  }
  if (x - i == 9) {
    x = 1 / 0;
  }
  return 0;
}
