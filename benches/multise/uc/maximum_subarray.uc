// The greatest sum of neighbours among size() numbers, in one pass.
size() { return 4; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

main() {
  var a, i, j, n, best, here, sum, reached, ok;
  a = cells();
  n = size();
  i = 0;
  while (i < n) {
    a[i] = input;
    i = i + 1;
  }
  best = a[0];
  here = a[0];
  i = 1;
  while (i < n) {
    if (here < 0) here = a[i];
    else here = here + a[i];
    if (here > best) best = here;
    i = i + 1;
  }
  reached = 0;
  i = 0;
  while (i < n) {
    sum = 0;
    j = i;
    while (j < n) {
      sum = sum + a[j];
      ok = holds(sum <= best);
      reached = reached || sum == best;
      j = j + 1;
    }
    i = i + 1;
  }
  return 1 / reached - 1;
}
