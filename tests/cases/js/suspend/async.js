// Async functions: jobs run after the script, in order, and exceptions reject promises.
// expect: safe
var log = [], answer;
var n = sheaf.integer('n', 0, 2);
async function half(k) {
  if ((k & 1) !== 0) throw new RangeError('odd');
  return k >> 1;
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
quarter(n).then(q => {
  answer = q;
  sheaf.assert(q === (n === 0 ? 0 : -1));
});
sheaf.assert(answer === undefined && log.length === 0);
Promise.resolve().then(() => log.push('first')).then(() => log.push('second'));
setTimeout(() => {
  sheaf.assert(answer !== undefined && log.length === 4);
  log.push('late');
}, 2);
setTimeout(() => log.push('soon'), 1);
setTimeout(() => sheaf.assert(log[log.length - 1] === 'late' && log[log.length - 2] === 'soon'), 3);
