// A string may be a prefix of another.
// expect: bug assertion @5
var a = sheaf.string('a', 2), b = sheaf.string('b', 2);
sheaf.assume(a < b);
sheaf.assert(a.length > 0);
