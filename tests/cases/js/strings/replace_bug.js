// Only the first one is replaced.
// expect: bug assertion @4
var s = sheaf.string('s', 2);
sheaf.assert(!s.replace('a', '').includes('a'));
