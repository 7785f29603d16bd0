// `length` of an object that is no array is a property like others.
// expect: safe
var n = sheaf.integer('n', 0, 1000);
var o = {};
o.length = n;
sheaf.assert(o.length === n);
