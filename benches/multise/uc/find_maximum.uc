// The greatest of size() numbers.
size() { return 6; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

main() {
  var a, i, n, best, found, ok;
  a = cells();
  n = size();
  i = 0;
  while (i < n) {
    a[i] = input;
    i = i + 1;
  }
  best = a[0];
  i = 1;
  while (i < n) {
    if (a[i] > best) best = a[i];
    i = i + 1;
  }
  found = 0;
  i = 0;
  while (i < n) {
    ok = holds(a[i] <= best);
    found = found || a[i] == best;
    i = i + 1;
  }
  return 1 / found - 1;
}
