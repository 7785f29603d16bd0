// A space that is not one of ASCII.
// expect: bug assertion @5
var s = sheaf.string('s', 2);
sheaf.assume(!s.includes(' ') && !(s < '!'));
sheaf.assert(s.trim() === s);
