// A test of a symbolic string is one condition.
// expect: safe
var s = sheaf.string('s', 4);
if (/^[a-z]+$/.test(s)) sheaf.assert(s.length > 0 && s !== 'a1' && s === s.toLowerCase());
if (/^\d{2}$/.test(s)) sheaf.assert(+s <= 99);
if (/b|^c$/.test(s)) sheaf.assert(s.includes('b') || s === 'c');
if (!/^$|\S/.test(s)) sheaf.assert(s.trim() === '');
