// Async functions and promises: jobs run after the script, in order.
// expect: safe
var log = [];
var n = sheaf.integer('n', 0, 4);
async function half(k) {
  log.push('half ' + k);
  if (k % 2 !== 0) throw new RangeError('odd');
  return k / 2;
}
async function quarter(k) {
  try {
    const h = await half(k);
    return await half(h);
  } catch (e) {
    return e instanceof RangeError ? -1 : -2;
  } finally {
    log.push('end');
  }
}
var answer;
quarter(n).then(q => {
  answer = q;
  sheaf.assert(q === (n % 4 === 0 ? n / 4 : -1));
});
sheaf.assert(answer === undefined && log.join() === 'half ' + n);
Promise.resolve().then(() => log.push('first')).then(() => log.push('second'));
setTimeout(() => {
  sheaf.assert(answer !== undefined);
  log.push('late');
}, 2);
setTimeout(() => log.push('soon'), 1);
setTimeout(() => sheaf.assert(log[log.length - 1] === 'late' && log[log.length - 2] === 'soon'), 3);

// Combined promises.
Promise.all([1, Promise.resolve(n), quarter(4)]).then(list => sheaf.assert(list[1] === n && list[2] === 1));
Promise.allSettled([Promise.reject(n), 2]).then(list =>
  sheaf.assert(list[0].status === 'rejected' && list[0].reason === n && list[1].value === 2));
Promise.any([Promise.reject(1), Promise.resolve(n)]).then(k => sheaf.assert(k === n));
Promise.any([Promise.reject(n)]).catch(e => sheaf.assert(e.errors[0] === n));
Promise.race([new Promise(done => setTimeout(done, 5, 'slow')), n]).then(k => sheaf.assert(k === n));
Promise.reject(n).finally(() => 7).catch(k => sheaf.assert(k === n));

// Async generators, and `for await`.
async function* pairs(k) {
  for (let i = 0; i < k; i++) yield Promise.resolve(i * 2);
}
(async () => {
  let sum = 0;
  for await (const value of pairs(n)) sum += value;
  for await (const value of [Promise.resolve(1), 2]) sum += value;
  sheaf.assert(sum === n * (n - 1) + 3);
})();
