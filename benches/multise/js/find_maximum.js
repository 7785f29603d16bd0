// The greatest of N numbers.
const N = 8;

function maximum(a) {
  let best = a[0];
  for (let i = 1; i < a.length; i++) {
    if (a[i] > best) best = a[i];
  }
  return best;
}

const a = [];
for (let i = 0; i < N; i++) a.push(sheaf.integer('a'));
const best = maximum(a);
let found = false;
for (let i = 0; i < N; i++) {
  sheaf.assert(a[i] <= best);
  found = found || a[i] === best;
}
sheaf.assert(found);
