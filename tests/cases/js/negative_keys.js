// Negative integers are keys of an array, but no indices: a new length leaves them.
// expect: safe
var n = sheaf.integer('n', 0, 3);
var list = [4, 5];
list['-1'] = 2;
list.length = n;
sheaf.assert(list['-1'] === 2);
sheaf.assert(list[1] === (n < 2 ? undefined : 5));
