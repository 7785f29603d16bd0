// Node's module `assert`, and `console.assert`: failures are found at the call; caught, they are
// exceptions.
// expect: bug assertion @30
// expect: bug assertion @31
// expect: bug assertion @32
// expect: bug assertion @33
// expect: bug assertion @34
// expect: bug assertion @35
// expect: bug assertion @36
// expect: bug assertion @37
const assert = require('assert'), { strict } = require('node:assert');
const n = sheaf.integer('n', 0, 10), s = sheaf.string('s', 2);
const raise = () => { throw new TypeError('raised'); };
assert(n >= 0); assert.ok(s !== undefined); assert.equal(1, '1'); assert.notEqual(n, n + 1);
assert.strictEqual(NaN, NaN); assert.notStrictEqual(n, `${n}`); assert.notStrictEqual(0, -0);
assert.deepEqual({ a: [1, { b: '2' }], n }, { n, a: ['1', { b: 2 }] });
assert.deepStrictEqual([1, , s], [1, , s]); assert.notDeepStrictEqual([1], ['1']);
assert.notDeepEqual({ a: 1 }, { a: 1, b: undefined }); assert.notDeepStrictEqual([], {});
const circle = { n }, other = { n }; circle.me = circle; other.me = other;
assert.deepStrictEqual(circle, other);
assert.throws(raise); assert.throws(raise, TypeError); assert.throws(raise, /^TypeError: raised$/);
assert.throws(raise, { name: 'TypeError', message: /ai/ }); assert.throws(raise, (e) => e !== n);
assert.doesNotThrow(() => n); assert.ifError(null); assert.match('abc', /b/);
assert.throws(() => assert.throws(raise, RangeError), assert.AssertionError);
assert.throws(() => assert.throws(() => n), { name: 'AssertionError', code: 'ERR_ASSERTION' });
try { assert(n < 0, 'mine'); } catch (e) { assert(e.message === 'mine' && e instanceof Error); }
let own;
try { assert.equal(n, -1, new RangeError('own')); } catch (e) { own = e instanceof RangeError; }
assert(own);
if (n === 1) assert(s !== 'ab');
if (n === 2) assert.strictEqual(s.length, s.length === 2 ? 3 : s.length, 'text');
if (n === 3) strict.equal(n, '3');
if (n === 4) assert.deepStrictEqual({ a: [s] }, { a: ['x'] });
if (n === 5) assert.throws(() => s.length);
if (n === 6) assert.fail();
if (n === 7) console.assert(s !== 'q', 'printed by node');
if (n === 8) try { console.assert(s !== 'q'); } catch (e) { n.x; }
