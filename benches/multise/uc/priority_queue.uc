// A priority queue in a binary heap: size() numbers go in and come out in order.
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

half(x) { return x / 2; }

push(heap, count, value) {
  var at, above, done;
  at = count;
  heap[at] = value;
  while (at > 0) {
    above = half(at - 1);
    if (heap[above] > heap[at]) {
      done = swap(heap, at, above);
      at = above;
    } else at = 0;
  }
  return count + 1;
}

// Takes the least out, to the place behind the ones that are left.
pop(heap, count) {
  var at, child, done;
  done = swap(heap, 0, count - 1);
  at = 0;
  child = 1;
  while (child < count - 1) {
    if (child + 1 < count - 1) {
      if (heap[child + 1] < heap[child]) child = child + 1;
    }
    if (heap[at] <= heap[child]) child = count;
    else {
      done = swap(heap, at, child);
      at = child;
      child = 2 * at + 1;
    }
  }
  return heap[count - 1];
}

main() {
  var heap, count, n, last, value, any, before, after, ok;
  heap = cells();
  any = input;
  n = size();
  count = 0;
  before = 0;
  while (count < n) {
    value = input;
    before = before + (value == any);
    count = push(heap, count, value);
  }
  last = pop(heap, count);
  after = last == any;
  count = count - 1;
  while (count > 0) {
    value = pop(heap, count);
    ok = holds(last <= value);
    after = after + (value == any);
    last = value;
    count = count - 1;
  }
  return holds(before == after) - 1;
}
