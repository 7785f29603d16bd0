// A shorter length removes elements that were stored at an unknown index.
// expect: bug uncaught-exception @8
var i = sheaf.integer('i', 0, 3);
var a = [];
a[i] = 7;
a.length = 2;
sheaf.assert(i >= 2 || a[i] === 7);
if (a[i] !== 7) throw new Error('elements are cut');
