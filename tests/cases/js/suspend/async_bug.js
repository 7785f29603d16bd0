// Two async functions that interleave: one overwrites what the other has read.
// expect: bug assertion @10
var balance = sheaf.integer('balance', 0, 9), start = balance;
async function withdraw(amount) {
  const before = balance;
  await null;
  if (before >= amount) balance = before - amount;
}
withdraw(1).then(() => sheaf.assert(balance >= 0));
withdraw(2).then(() => sheaf.assert(start < 3 || balance === start - 3));
