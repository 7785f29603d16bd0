// Variables of a catch pattern have no value before it is bound.
// expect: bug uncaught-exception @3
var n = sheaf.integer('n',0,9); try { throw {b: n}; } catch ({a = b, b}) { }
