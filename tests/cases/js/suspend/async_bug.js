// Two async functions that interleave: one overwrites what the other has read.
// expect: bug assertion @11
var balance = sheaf.integer('balance', 0, 100), a = sheaf.integer('a', 0, 100);
async function withdraw(amount) {
  const before = balance;
  await null;
  if (before >= amount) balance = before - amount;
}
var start = balance;
Promise.all([withdraw(a), withdraw(5)]).then(() => {
  sheaf.assert(start < 50 || a < 5 || a > 20 || balance === start - a - 5);
});
