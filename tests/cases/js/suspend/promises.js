// Promises that are combined, async generators, and `for await`.
// expect: safe
// run: exit 0
// input: 3
var n = sheaf.integer('n', 0, 9);
Promise.all([1, Promise.resolve(n)]).then(list => sheaf.assert(list[0] === 1 && list[1] === n));
Promise.allSettled([Promise.reject(n), 2]).then(list =>
  sheaf.assert(list[0].status === 'rejected' && list[0].reason === n && list[1].value === 2));
Promise.any([Promise.reject(n)]).catch(e => sheaf.assert(e.errors[0] === n));
Promise.race([new Promise(done => setTimeout(done, 5, 'slow')), n]).then(k => sheaf.assert(k === n));
Promise.reject(n).finally(() => 7).catch(k => sheaf.assert(k === n));
async function* pairs(k) {
  for (let i = 1; i < 3; i++) yield Promise.resolve(i * k);
}
(async () => {
  let sum = 0;
  for await (const value of pairs(n)) sum += value;
  for await (const value of [Promise.resolve(1)]) sum += value;
  sheaf.assert(sum === 3 * n + 1);
})();
