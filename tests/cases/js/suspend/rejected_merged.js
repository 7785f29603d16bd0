// Promises that only some of the merged paths reject or resolve.
// expect: bug uncaught-exception @5
// expect: bug assertion @15
const n = sheaf.integer('n', 0, 3);
const p = n > 1 ? Promise.reject(1) : Promise.resolve(2);
if (n === 2) p.catch(() => {});
const q = new Promise((resolve) => { if (n === 0) resolve(5); });
const seen = [];
q.then((value) => { seen.push(value); });
if (n !== 3) {
  Promise.resolve(p).then((value) => seen.push(value), () => {});
}
setTimeout(() => {
  sheaf.assert(seen.length === (n === 0 ? 2 : n === 1 ? 1 : 0));
  sheaf.assert(seen.length !== 2);
}, 0);
