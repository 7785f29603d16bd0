// Elements of `arguments` at an index that is an input, some of them assigned as parameters.
// expect: bug assertion @9
// expect: bug assertion @13
const n = sheaf.integer('n', 0, 2);
function read(a, b) {
  a = 4;
  return arguments[n];
}
sheaf.assert(read(1, 2) !== 4);
function written(a, b) { arguments[n] = 7; return a * 10 + b; }
const result = written(1, 2);
sheaf.assert(result === 72 || result === 17 || result === 12);
sheaf.assert(result !== 17);
