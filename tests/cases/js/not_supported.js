// A construct that is not supported ends the paths that reach it, and no others.
// expect: incomplete unmodelled-call
var n = sheaf.integer('n', 0, 3);
function unused() { with ({}) { return 1n; } }
class Odd { accessor x = 1; }
if (n === 1) (class { @n x; });
if (n === 2) import('./nothing' + n);
sheaf.assert(n < 4);
