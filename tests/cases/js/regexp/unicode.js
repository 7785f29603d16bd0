// With the flag `u`, two units may be one character.
// expect: bug assertion @4
var s = sheaf.string('s', 2);
if (/^[^\x00-\xff]$/u.exec(s)) sheaf.assert(s.length === 1);
