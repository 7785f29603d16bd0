// A control escape with `_` in a class means different things with and without the flag `u`.
// expect: incomplete unmodelled-call
var s = sheaf.string('s', 1);
sheaf.assert(!/[\c_]/.test(s));
