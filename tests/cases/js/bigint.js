// BigInts that are known on each path, and what is wrong about mixing them.
// expect: bug assertion @12
var n = sheaf.integer('n', 0, 3), c = sheaf.boolean('c'), x = sheaf.choice('x', [2n, 2, '2']);
function check(big, c) {
  sheaf.assert(big % 7n === (c ? 2n : -5n) && big >> 1n === (c ? 2n ** 69n : -3n));
  sheaf.assert((big > n) === c && big != n && typeof big === 'bigint' && !!big);
  var thrown = false;
  try { big * x; } catch (error) { thrown = error instanceof TypeError; }
  sheaf.assert(thrown === (typeof x !== 'bigint') && 2n == x && (x === 2n) === !thrown);
  var words = new BigUint64Array([big]);
  sheaf.assert(BigInt.asIntN(64, words[0]) === (c ? 0n : -5n));
  sheaf.assert(!c || n !== 3 || typeof x !== 'bigint', 'one path');
}
if (c) check(2n ** 70n, true);
else check(-5n, false);
