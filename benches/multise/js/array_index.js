// An array with symbolic indices: N cells of it are counted up or exchanged with their neighbours.
const N = 6;
const SIZE = 8;

const a = new Array(SIZE).fill(0);
let counted = 0, total = 0;
for (let i = 0; i < N; i++) {
  const at = sheaf.integer('at', 0, 255) % SIZE, next = (at + 1) % SIZE;
  if (a[at] > a[next]) {
    const kept = a[at];
    a[at] = a[next];
    a[next] = kept;
  } else {
    a[at]++;
    counted++;
  }
}
for (let i = 0; i < SIZE; i++) {
  sheaf.assert(a[i] >= 0 && a[i] <= counted);
  total += a[i];
}
sheaf.assert(total === counted);
