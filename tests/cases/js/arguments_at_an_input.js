// Elements of `arguments` at an index that is an input: one is a parameter that was assigned.
// expect: bug assertion @9
// expect: bug assertion @10
const n = sheaf.integer('n', 0, 2);
function read(a, b) {
  a = 4;
  return arguments[n];
}
sheaf.assert(read(1, 2) !== 4);
sheaf.assert(read(1, 2) !== undefined);
