// Groups of a match in a symbolic string.
// expect: safe
var s = sheaf.string('s', 3);
var m = /^(\d+)-(\d*)$/.exec(s);
if (m !== null) sheaf.assert(m[1].length + m[2].length + 1 === s.length && m[1] + '-' + m[2] === s);
