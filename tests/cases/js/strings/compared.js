// `localeCompare` of ASCII characters, and normal forms.
// expect: safe
var s = sheaf.string('s', 2);
sheaf.assume(s === 'a' || s === 'B' || s === 'b_');
var order = ['b', s, 'A'].sort((x, y) => x.localeCompare(y)).join();
sheaf.assert(order === (s === 'a' ? 'a,A,b' : s === 'B' ? 'A,b,B' : 'A,b,b_'));
sheaf.assert(s.localeCompare(s) === 0 && 'a'.localeCompare(s) === (s === 'a' ? 0 : -1));
sheaf.assert(s.normalize('NFD') === s);
sheaf.assert('\u00e9'.normalize('NFD') === 'e\u0301' && 'e\u0301'.normalize() === '\u00e9');
