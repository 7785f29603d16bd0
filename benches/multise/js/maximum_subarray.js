// The greatest sum of neighbours among N numbers, in one pass.
const N = 6;

const a = [];
for (let i = 0; i < N; i++) a.push(sheaf.integer('a', -128, 127));
let best = a[0], here = a[0];
for (let i = 1; i < N; i++) {
  if (here < 0) here = a[i];
  else here += a[i];
  if (here > best) best = here;
}
let reached = false;
for (let i = 0; i < N; i++) {
  let sum = 0;
  for (let j = i; j < N; j++) {
    sum += a[j];
    sheaf.assert(sum <= best);
    reached = reached || sum === best;
  }
}
sheaf.assert(reached);
