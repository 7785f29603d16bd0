// Searching.
// expect: safe
var s = sheaf.string('s', 3);
var at = s.indexOf('ab');
sheaf.assert(at >= -1 && at <= 1 && s.includes('ab') === at >= 0);
if (at >= 0) sheaf.assert(s[at] === 'a' && s.charAt(at + 1) === 'b');
sheaf.assert(s.lastIndexOf('ab') === at);
sheaf.assert(s.startsWith('ab') === (at === 0));
sheaf.assert(s.indexOf('') === 0 && s.lastIndexOf('') === s.length && s.endsWith(''));
sheaf.assert(s.lastIndexOf('a') >= s.indexOf('a') && s.indexOf('a', 1) !== 0);
sheaf.assert(!s.endsWith('ab') || s.lastIndexOf('b') === s.length - 1);
