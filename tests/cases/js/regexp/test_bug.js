// Without anchors, the rest of the string is free.
// expect: bug assertion @4
var s = sheaf.string('s', 4);
if (/[0-9]+/.test(s)) sheaf.assert(!s.endsWith('x'));
