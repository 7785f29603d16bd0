// Each iteration adds 1 or 3: the sum lies between the number of iterations and three times that,
// and is odd if that is.
// expect: safe
main() {
  var n, x, i, failed;
  n = input;
  if (n > 6) { n = 6; }
  x = 0;
  i = 0;
  while (i < n) {
    if (input > 0) { x = x + 1; } else { x = x + 3; }
    i = i + 1;
  }
  failed = 0;
  if (i > x) { failed = 1; }
  if (x > 3 * i) { failed = 1; }
  if (x - i == 2 * (i / 2) + 1) { failed = 1; }
  if (failed == 1) { x = 1 / 0; }
  return 0;
}
