// What is thrown is caught by the nearest `try`, `finally` runs on every way out, and what nobody
// catches is found where it is thrown.
// expect: bug uncaught-exception @6
var log = '';
function risky(n) {
  if (n < 0) throw new RangeError('negative');
  if (n === 0) return null.x;
  return n;
}
function guarded(n) {
  try {
    log += 't';
    return risky(n);
  } catch (e) {
    log += 'c';
    if (e instanceof RangeError) return -1;
    if (e instanceof TypeError) return -2;
    throw e;
  } finally {
    log += 'f';
  }
}
function overridden() {
  for (var i = 0; ; i++) {
    try { if (i === 2) return 'returned'; continue; } finally { if (i === 2) break; }
  }
  return 'broken';
}
var n = sheaf.integer('n', -3, 3);
var r = guarded(n);
sheaf.assert(n < 0 ? r === -1 : n === 0 ? r === -2 : r === n);
sheaf.assert(log === (n > 0 ? 'tf' : 'tcf'));
if (n === 3) { risky(-1); } else { sheaf.assert(overridden() === 'broken'); }
