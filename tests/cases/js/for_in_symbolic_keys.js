// Keys that are symbolic strings, visited by `for in`.
// expect: safe
var s = sheaf.string('s', 1), t = sheaf.string('t', 1);
sheaf.assume(s >= 'a' && t >= 'a');
var q = {};
q[s] = 1;
q[t] = 2;
var n = 0;
for (var k in q) { n++; if (n > 2) throw new Error('three'); }
sheaf.assert(n === (s === t ? 1 : 2), 'count');
