// What is not modelled ends the path that uses it.
// expect: incomplete unmodelled-call
var n = sheaf.integer('n', 0, 2);
if (n === 0) eval('n = ' + n);
if (n === 1) new Date();
sheaf.assert(n < 3);
