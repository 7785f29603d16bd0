// No element is missing, and what a pattern takes beyond the end of a list is not.
// options: --enable undefined-property,nan
// expect: safe
var i = sheaf.integer('i', 0, 2), s = sheaf.string('s', 2), u = new Uint8Array(3);
var [p] = [], [q, r = 5] = [1], {v = 3, w: {z} = {z: 1}} = {}, t;
[t] = '';
({t = 3, w: t = 4} = {});
u[i];
'abc'[i];
if (s.length > 0) s[0];
if (s === '7') +s;
+'';
