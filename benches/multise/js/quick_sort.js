// Quick sort of N numbers: the result is in order and has each number as often as before.
const N = 5;

function sort(a, low, high) {
  if (low >= high) return;
  const pivot = a[high];
  let at = low;
  for (let i = low; i < high; i++) {
    if (a[i] < pivot) {
      const kept = a[i];
      a[i] = a[at];
      a[at++] = kept;
    }
  }
  a[high] = a[at];
  a[at] = pivot;
  sort(a, low, at - 1);
  sort(a, at + 1, high);
}

const a = [], any = sheaf.integer('any');
let before = 0, after = 0;
for (let i = 0; i < N; i++) {
  a.push(sheaf.integer('a'));
  if (a[i] === any) before++;
}
sort(a, 0, N - 1);
for (let i = 0; i < N; i++) {
  sheaf.assert(i === 0 || a[i - 1] <= a[i]);
  if (a[i] === any) after++;
}
sheaf.assert(before === after);
