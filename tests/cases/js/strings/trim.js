// White space, which is not only that of ASCII.
// expect: safe
var s = sheaf.string('s', 2);
var t = s.trim();
sheaf.assert(t === t.trim() && t === s.trimStart().trimEnd() && s.includes(t));
sheaf.assert(t.charAt(0) !== ' ' && t.charAt(0) !== '\n' && t.charAt(0) !== '\ufeff');
