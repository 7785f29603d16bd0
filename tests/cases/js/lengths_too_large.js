// Lengths beyond what is allowed are errors, and indices of arrays beyond 2^31 are not modelled.
// expect: incomplete unmodelled-call
// expect: bug assertion @16
const n = sheaf.integer('n', 0, 4);
const functions = ['push', 'unshift', 'splice', 'concat', 'pop'];
const most = {length: n === 4 ? 3 : 2 ** 53 - 1};
let thrown;
try {
  Array.prototype[functions[n]].call(most, 0, 0, 1);
} catch (error) {
  thrown = error;
}
sheaf.assert(thrown instanceof TypeError === n < 3);
class Base { static set() { super.x = 1; } }
Object.setPrototypeOf(Base, null);
try { Base.set(); } catch (error) { sheaf.assert(n !== 4 || !(error instanceof TypeError), 'null'); }
if (n === 3) Object.defineProperty([], 4294967294, {value: 1});
