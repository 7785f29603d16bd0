// What the library relies on cannot be replaced, and what is not modelled ends the path.
// expect: incomplete unmodelled-call
var n = sheaf.integer('n', 0, 2);
if (n === 0) Array.prototype.push = function () { return 0; };
if (n === 1) Object.freeze({});
sheaf.assert(n < 3);
