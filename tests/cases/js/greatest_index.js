// The length behind the greatest index that is an integer of 32 bits is none: the path ends.
// expect: incomplete unmodelled-operation
var i = sheaf.integer('i', 2147483646, 2147483647);
var a = [];
a[i] = 1;
sheaf.assert(a.length > 0);
