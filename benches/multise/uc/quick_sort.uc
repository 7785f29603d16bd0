// Quick sort of size() numbers: the result is in order and has each number as often as before.
size() { return 4; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

swap(a, i, j) {
  var kept;
  kept = a[i];
  a[i] = a[j];
  a[j] = kept;
  return 0;
}

sort(a, low, high) {
  var at, i, done;
  if (low < high) {
    at = low;
    i = low;
    while (i < high) {
      if (a[i] < a[high]) {
        done = swap(a, i, at);
        at = at + 1;
      }
      i = i + 1;
    }
    done = swap(a, at, high);
    done = sort(a, low, at - 1);
    done = sort(a, at + 1, high);
  }
  return 0;
}

main() {
  var a, i, n, any, before, after, done, ok;
  a = cells();
  n = size();
  any = input;
  before = 0;
  i = 0;
  while (i < n) {
    a[i] = input;
    before = before + (a[i] == any);
    i = i + 1;
  }
  done = sort(a, 0, n - 1);
  after = a[0] == any;
  i = 1;
  while (i < n) {
    ok = holds(a[i - 1] <= a[i]);
    after = after + (a[i] == any);
    i = i + 1;
  }
  return holds(before == after) - 1;
}
