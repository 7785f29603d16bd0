// A promise that is rejected, and that nobody handles, is an uncaught exception where the error was
// created.
// expect: bug uncaught-exception @7
// expect: bug uncaught-exception @13
var n = sheaf.integer('n', 0, 5);
async function check(k) {
  if (k > 3) throw new RangeError('too large');
  return k;
}
if (n !== 5) check(n);
else check(n).catch(() => {});
// What is not an error is found where the promise was rejected.
if (n === 1) Promise.reject(n);
var late = Promise.reject(2);
Promise.resolve().then(() => late.catch(() => {}));
