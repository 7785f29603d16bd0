// Not all elements of `arguments` can be written: which, is not modelled at an index that is an
// input.
// expect: incomplete unmodelled-operation
const n = sheaf.integer('n', 0, 1);
function write(a, b) {
  Object.defineProperty(arguments, 0, {writable: false});
  arguments[n] = 7;
  return a;
}
sheaf.assert(write(1, 2) === 1);
