// A letter that becomes two in upper case is not modelled.
// expect: incomplete unmodelled-operation
var s = sheaf.string('s', 1);
sheaf.assert(s.toUpperCase().length === s.length);
