// The counter is what fails in its last iteration only.
// expect: bug division-by-zero @10
main() {
  var n, i, b;
  n = input;
  if (n > 72) { n = 72; }
  i = 0;
  b = 0;
  while (i < n) {
    if (i == 70) { b = 1 / 0; }
    i = i + 1;
  }
  return b;
}
