// Code of a class cannot assign to its name; other code can, if it is a declaration.
// expect: bug assertion @27
const n = sheaf.integer('n', 0, 3);
function thrown(f) {
  try {
    f();
  } catch (error) {
    return error instanceof TypeError;
  }
  return false;
}
let Outer = n;
const Named = class Outer {
  set() {
    Outer = 1;
  }
};
class Declared {
  static set() {
    [Declared] = [1];
  }
}
sheaf.assert(thrown(() => new Named().set()) && Outer === n);
sheaf.assert(thrown(Declared.set) && typeof Declared === 'function');
Declared = n;
sheaf.assert(typeof (Declared) === 'number' && typeof (missing) === 'undefined');
sheaf.assert(Declared !== 2);
