// Bounds that hold in the first iterations only are no invariants.
// expect: bug division-by-zero @11
main() {
  var i, j, k, n;
  n = input;
  i = 5;
  k = 0;
  while (k < 6) {
    i = i + 1;
    if (input > n) i = i - 2;
    if (i == 3) j = 1 / 0;
    k = k + 1;
  }
  return 0;
}
