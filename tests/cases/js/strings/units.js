// Units at positions, within the string and outside.
// expect: safe
var s = sheaf.string('s', 3), k = sheaf.integer('k', -1, 3);
var unit = s.charCodeAt(k);
sheaf.assert((unit >= 0 && unit <= 65535) === (k >= 0 && k < s.length));
sheaf.assert(s.charAt(k).length === (k >= 0 && k < s.length ? 1 : 0));
sheaf.assert((s[k] === undefined) === !(k >= 0 && k < s.length));
sheaf.assert(s.charAt(0) + s.charAt(1) + s.charAt(2) === s);
sheaf.assert(String.fromCharCode(s.charCodeAt(0)) === s.charAt(0) || s === '');
sheaf.assert(s.at(-1) === s[s.length - 1]);
