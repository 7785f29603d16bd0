// `push` decides before it changes anything: each element is there once.
// expect: safe
var i = sheaf.integer('i', 0, 3), b = sheaf.boolean('b');
var a1 = [1], a2 = [1];
a2[i] = 2;
var n = a2.length;
var a = b ? a1 : a2;
a.push(9);
sheaf.assert(a1.length === (b ? 2 : 1) && a2.length === (b ? n : n + 1));
a2.push(8, 7);
sheaf.assert(a2.length === (b ? n : n + 1) + 2 && a2[a2.length - 1] === 7 && a2[a2.length - 2] === 8);
