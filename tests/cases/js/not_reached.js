// What is not supported does not matter where no path reaches it.
// expect: safe
var n = sheaf.integer('n', 0, 3);
function unused() { with ({}) { return 1n; } }
async function alsoUnused() { await import('nothing'); }
if (n > 3) unused();
sheaf.assert(typeof alsoUnused === 'function');
