// A number may be written in another way.
// expect: bug assertion @5
var s = sheaf.string('s', 2);
sheaf.assume(!s.includes('.') && +s === 7);
sheaf.assert(s === '7' || s.trim() === '7' || s === '+7');
