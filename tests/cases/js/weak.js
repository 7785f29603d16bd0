// Weak references: nothing is collected, and only what can be may be referred to.
// expect: bug assertion @25
function thrown(f) {
  try {
    f();
  } catch (error) {
    return error.message;
  }
  return undefined;
}
const n = sheaf.integer('n', 0, 2);
const one = {n}, two = {n: 1}, symbol = Symbol('one');
const target = [one, two, symbol][n];
sheaf.assert(new WeakRef(target).deref() === target);
const kept = ['text', n, Symbol.for('one')][n];
sheaf.assert(thrown(() => new WeakRef(kept)) === 'WeakRef: invalid target');
const registry = new FinalizationRegistry(() => sheaf.assert(false));
registry.register({}, 1, target);
sheaf.assert(registry.unregister(target) && !registry.unregister(target));
registry.register(target, 1);
sheaf.assert(thrown(() => registry.register(target, target)) !== undefined);
sheaf.assert(thrown(() => registry.unregister(n)) !== undefined);
sheaf.assert(new WeakMap([[target, n]]).get(target) === n);
const name = Object.prototype.toString.call(registry);
sheaf.assert(registry.unregister(one) || name !== '[object FinalizationRegistry]');
