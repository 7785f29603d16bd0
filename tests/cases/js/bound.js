// Bound functions inherit from what the functions that they call inherit from.
// expect: safe
var n = sheaf.integer('n', 0, 9);
class Base {
  static twice(x) {
    return 2 * x;
  }
}
class Derived extends Base {}
var bound = Derived.bind(null);
sheaf.assert(bound.twice(n) === 2 * n && Object.getPrototypeOf(bound) === Base);
var waiting = (async () => n).bind();
sheaf.assert(waiting[Symbol.toStringTag] === 'AsyncFunction');
sheaf.assert(Object.getPrototypeOf(Math.max.bind(null, n)) === Function.prototype);
