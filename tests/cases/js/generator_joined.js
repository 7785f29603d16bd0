// A call of one of two generator functions.
// expect: safe
var c = sheaf.boolean('c'), b = sheaf.boolean('b');
function make(n) { return function* (x = b ? 10 : 20) { yield n + x; }; }
var f1 = make(1), f2 = make(2);
var f = c ? f1 : f2;
var g = f();
sheaf.assert(typeof g.next === 'function');
sheaf.assert(g.next().value === (c ? 1 : 2) + (b ? 10 : 20));
