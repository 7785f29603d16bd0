// `for in` over one of two objects leaves out what is deleted meanwhile.
// expect: bug uncaught-exception @6
var b = sheaf.boolean('b');
var o = b ? {a: 1, b: 2, c: 3} : {a: 1, b: 2, d: 4}, r = '';
for (var k in o) { r += k; if (k === 'a') delete o.b; }
if (r === (b ? 'ac' : 'ad')) throw new Error('always');
