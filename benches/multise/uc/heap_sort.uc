// Heap sort of size() numbers: the result is in order and has each number as often as before.
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

sift(a, start, end) {
  var root, child, done;
  root = start;
  child = 2 * root + 1;
  while (child < end) {
    if (child + 1 < end) {
      if (a[child] < a[child + 1]) child = child + 1;
    }
    if (a[root] >= a[child]) child = end;
    else {
      done = swap(a, root, child);
      root = child;
      child = 2 * root + 1;
    }
  }
  return 0;
}

sort(a, n) {
  var i, done;
  i = n / 2 - 1;
  while (i >= 0) {
    done = sift(a, i, n);
    i = i - 1;
  }
  i = n - 1;
  while (i > 0) {
    done = swap(a, 0, i);
    done = sift(a, 0, i);
    i = i - 1;
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
  done = sort(a, n);
  after = a[0] == any;
  i = 1;
  while (i < n) {
    ok = holds(a[i - 1] <= a[i]);
    after = after + (a[i] == any);
    i = i + 1;
  }
  return holds(before == after) - 1;
}
