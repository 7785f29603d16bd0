// Writing a property whose key is a symbolic string is not modelled.
// expect: incomplete unmodelled-call
var s = sheaf.string('s', 2), o = {};
o[s] = 1;
sheaf.assert(o.a === undefined || s === 'a');
