// The constructor of a derived class returns an object or undefined; of another class, anything.
// expect: bug uncaught-exception @14
// expect: bug assertion @23
const n = sheaf.integer('n', 0, 3);
class Base {
  constructor() {
    return n;
  }
}
class Derived extends Base {
  constructor(result) {
    super();
    try {
      return result;
    } catch (error) {
      sheaf.assert(false);
    }
  }
}
sheaf.assert(new Derived(undefined) instanceof Derived && new Derived([n])[0] === n);
if (n === 1) new Derived(n);
if (n === 2) sheaf.assert(new Derived(new Map()) instanceof Map);
if (n === 3) sheaf.assert(new Derived({}) instanceof Derived);
