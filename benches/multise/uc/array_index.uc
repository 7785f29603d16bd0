// An array with symbolic indices: size() times a cell of it is counted up or exchanged with the next one.
size() { return 4; }
holds(condition) { return 1 / condition; }

main() {
  var a, i, n, at, next, kept, counted, total, ok;
  a = [0, 0, 0, 0, 0, 0, 0, 0];
  n = size();
  counted = 0;
  i = 0;
  while (i < n) {
    at = input;
    if (at >= 0 && at < 8) {
      next = at + 1;
      if (next == 8) next = 0;
      if (a[at] > a[next]) {
        kept = a[at];
        a[at] = a[next];
        a[next] = kept;
      } else {
        a[at] = a[at] + 1;
        counted = counted + 1;
      }
    }
    i = i + 1;
  }
  total = 0;
  i = 0;
  while (i < 8) {
    ok = holds(a[i] >= 0 && a[i] <= counted);
    total = total + a[i];
    i = i + 1;
  }
  return holds(total == counted) - 1;
}
