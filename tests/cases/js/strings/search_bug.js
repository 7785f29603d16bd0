// A string may occur twice.
// expect: bug assertion @4
var s = sheaf.string('s', 3);
sheaf.assert(s.lastIndexOf('a') === s.indexOf('a'));
