// Without the flag `g`, one is escaped.
// expect: bug assertion @4
var s = sheaf.string('s', 2);
sheaf.assert(!s.replace(/</, '&lt;').includes('<'));
