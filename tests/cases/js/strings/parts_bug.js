// A negative start means the end, and `substring` has none.
// expect: bug assertion @4
var s = sheaf.string('s', 2);
sheaf.assert(s.slice(-1) === s.substring(-1));
