// A letter that is not one of ASCII.
// expect: bug assertion @5
var s = sheaf.string('s', 1);
sheaf.assume(s > '~' && s < 'Ā');
sheaf.assert(s.toLowerCase() !== 'é' || s === 'é');
