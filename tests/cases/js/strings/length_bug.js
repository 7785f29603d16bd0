// The longest string.
// expect: bug assertion @4
var s = sheaf.string('s', 100);
sheaf.assert(s.length < 100);
