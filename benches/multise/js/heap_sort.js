// Heap sort of N numbers: the result is in order and has each number as often as before.
const N = 5;

function sift(a, root, end) {
  while (2 * root + 1 < end) {
    let child = 2 * root + 1;
    if (child + 1 < end && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) return;
    const kept = a[root];
    a[root] = a[child];
    a[child] = kept;
    root = child;
  }
}

function sort(a) {
  for (let root = (a.length >> 1) - 1; root >= 0; root--) sift(a, root, a.length);
  for (let end = a.length - 1; end > 0; end--) {
    const kept = a[0];
    a[0] = a[end];
    a[end] = kept;
    sift(a, 0, end);
  }
}

const a = [], any = sheaf.integer('any');
let before = 0, after = 0;
for (let i = 0; i < N; i++) {
  a.push(sheaf.integer('a'));
  if (a[i] === any) before++;
}
sort(a);
for (let i = 0; i < N; i++) {
  sheaf.assert(i === 0 || a[i - 1] <= a[i]);
  if (a[i] === any) after++;
}
sheaf.assert(before === after);
