// A priority queue in a binary heap: N numbers go in and come out in order, each number as often as
// it went in.
const N = 5;
const heap = [];

function swap(i, j) {
  const kept = heap[i];
  heap[i] = heap[j];
  heap[j] = kept;
}

function push(value) {
  let at = heap.length;
  heap.push(value);
  while (at > 0 && heap[(at - 1) >> 1] > heap[at]) {
    swap(at, (at - 1) >> 1);
    at = (at - 1) >> 1;
  }
}

function pop() {
  const least = heap[0], moved = heap.pop();
  if (heap.length === 0) return least;
  heap[0] = moved;
  for (let at = 0; ;) {
    let child = 2 * at + 1;
    if (child >= heap.length) return least;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[at] <= heap[child]) return least;
    swap(at, child);
    at = child;
  }
}

const any = sheaf.integer('any');
let before = 0, after = 0;
for (let i = 0; i < N; i++) {
  const value = sheaf.integer('value');
  if (value === any) before++;
  push(value);
}
let last = pop();
if (last === any) after++;
for (let i = 1; i < N; i++) {
  const value = pop();
  sheaf.assert(last <= value);
  if (value === any) after++;
  last = value;
}
sheaf.assert(heap.length === 0 && before === after);
