// Variables are uninitialized where their declaration was not executed, although it is before the
// use in the text: in another case, in the next iteration, and for a function that is called early.
// expect: safe
var n = sheaf.integer('n', 0, 2);
function inCase(n) {
  switch (n) {
    case 0:
      let a = 1;
      return a;
    default:
      try {
        return a;
      } catch (error) {
        return error instanceof ReferenceError ? 2 : 3;
      }
  }
}
function inLoop() {
  let found = 0;
  for (let i = 0; i < 3; i++) {
    try {
      later = i;
    } catch (error) {
      found += error instanceof ReferenceError;
    }
    let later = i;
    if (later !== i) return 0;
  }
  return found;
}
function early() {
  function read() { return x; }
  let before = 0;
  try {
    read();
  } catch (error) {
    before = error instanceof ReferenceError;
  }
  let x = 4;
  return before && read() === 4;
}
function* suspended(n) {
  let a = n | 0;
  yield a;
  a = a & 3;
  yield a + 1 | 0;
}
sheaf.assert(inCase(n) === (n === 0 ? 1 : 2), 'case');
sheaf.assert(inLoop() === 3, 'loop');
sheaf.assert(early(), 'function');
var [first, second] = suspended(n);
sheaf.assert(first === n && second === n + 1, 'generator');
