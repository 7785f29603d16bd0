// A sum of numbers becomes a text after some iterations.
// expect: bug assertion @6
const n = sheaf.integer('n', 0, 1000);
let s = 0, step = 1;
for (let i = 0; i < n; i++) { if (i === 600) step = 'x'; s += step; }
sheaf.assert(s !== '600xx');
