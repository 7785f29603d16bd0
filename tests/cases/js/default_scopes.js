// Default values of parameters see what a block around the function declares later; the name of a
// class expression is known in its static initializers.
// expect: bug assertion @11
// expect: bug assertion @14
const x = sheaf.integer('x', 0, 3);
function inner() {
  let y = 0;
  { let read = function (value = y) { return value; }; let y = x; return read(); }
}
sheaf.assert(inner() === x);
sheaf.assert(inner() !== 3);
const K = class Named { static known = typeof Named; static { this.same = Named === this; } };
sheaf.assert(K.same);
sheaf.assert(x !== 2 || K.known !== 'function');
