// An index at the end.
// expect: bug assertion @6
var s = sheaf.string('s', 3), k = sheaf.integer('k', 0, 3);
sheaf.assume(k <= s.length);
var unit = s.charCodeAt(k);
sheaf.assert(unit === unit);
