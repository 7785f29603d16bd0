// A queue as a list with two ends: size() operations; what leaves it comes in the order in which it entered.
size() { return 8; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

enqueue(queue, value) {
  var last;
  last = queue.back;
  queue.back = alloc {value: value, next: null};
  if (last == null) queue.front = queue.back;
  else (*last).next = queue.back;
  return 0;
}

dequeue(queue) {
  var first;
  first = *queue.front;
  queue.front = first.next;
  if (queue.front == null) queue.back = null;
  return first.value;
}

main() {
  var queue, entered, in, out, i, n, choice, value, done, ok;
  queue = {front: null, back: null};
  entered = cells();
  in = 0;
  out = 0;
  n = size();
  i = 0;
  while (i < n) {
    choice = input;
    if (choice) {
      value = input;
      entered[in] = value;
      in = in + 1;
      done = enqueue(queue, value);
    } else if (queue.front != null) {
      ok = holds(dequeue(queue) == entered[out]);
      out = out + 1;
    }
    i = i + 1;
  }
  while (queue.front != null) {
    ok = holds(dequeue(queue) == entered[out]);
    out = out + 1;
  }
  return holds(in == out) - 1;
}
