// Replacing, repeating, padding.
// expect: safe
var s = sheaf.string('s', 2);
sheaf.assert(s.replace('a', 'bb').length === s.length + (s.includes('a') ? 1 : 0));
sheaf.assert(!s.replaceAll('a', '').includes('a'));
sheaf.assert(s.repeat(2) === s + s && s.repeat(0) === '');
sheaf.assert(s.padStart(3, '-').length === 3 && s.padEnd(1) === (s === '' ? ' ' : s));
