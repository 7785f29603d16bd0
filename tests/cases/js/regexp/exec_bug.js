// The first group takes as much as it can.
// expect: bug assertion @5
var s = sheaf.string('s', 3);
var m = /^(a*)(a?)(b?)$/.exec(s);
if (m !== null) sheaf.assert(m[2] === '' && m[3] === '');
