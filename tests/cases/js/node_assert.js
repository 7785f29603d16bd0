// What the functions of node's module `assert` accept, and what they throw.
// expect: safe
var assert = require('assert'), b = sheaf.boolean('b'), wrong = [];
function kind(body) {
  try { body(); } catch (error) { return error.code || error.name; }
  return 'none';
}
function throwing(value) { return () => { throw value; }; }
var same = new Error('a');
var table = [
  ['ERR_ASSERTION', () => assert.throws(throwing(same), new Error('b'))],
  ['none', () => assert.throws(throwing(same), new Error('a'))],
  ['ERR_ASSERTION', () => assert.deepEqual([1], '1')],
  ['ERR_ASSERTION', () => assert.deepEqual(1, new Number(1))],
  ['none', () => assert.deepEqual(1, '1')],
  ['none', () => assert.notDeepEqual([1], 1)],
  ['ERR_ASSERTION', () => assert.throws(throwing(same), { code: undefined })],
  ['ERR_ASSERTION', () => assert.throws(throwing('abc'), { length: 3 })],
  ['ERR_ASSERTION', () => assert.doesNotMatch(5, /b/)],
  ['ERR_ASSERTION', () => assert.doesNotMatch('b', /b/)],
  ['none', () => assert.doesNotMatch('a', /b/)],
  ['none', () => assert.match('b', /b/)],
  ['ERR_INVALID_ARG_TYPE', () => assert.match('b', 'b')],
  ['ERR_INVALID_ARG_TYPE', () => assert.throws('x')],
  ['ERR_INVALID_ARG_TYPE', () => assert.throws()],
  ['ERR_INVALID_ARG_TYPE', () => assert.doesNotThrow(5)],
  ['ERR_AMBIGUOUS_ARGUMENT', () => assert.throws(throwing(new Error('m')), 'm')],
  ['none', () => assert.throws(throwing(new Error('m')), 'n')],
  ['ERR_INVALID_ARG_VALUE', () => assert.throws(throwing(same), {})],
  ['ERR_INVALID_ARG_TYPE', () => assert.throws(throwing(same), 5)],
  ['ERR_MISSING_ARGS', () => assert.equal(undefined)],
  ['ERR_MISSING_ARGS', () => assert.deepStrictEqual(undefined)],
  ['TypeError', () => assert.doesNotThrow(throwing(new TypeError('x')), RangeError)],
  ['ERR_ASSERTION', () => assert.doesNotThrow(throwing(new TypeError('x')), TypeError)],
  ['ERR_ASSERTION', () => assert.throws(() => {}, TypeError)],
  ['none', () => assert.throws(throwing(new TypeError('x')), /x/)],
  ['none', () => assert.throws(throwing(new TypeError('x')), { name: 'TypeError', message: /x/ })],
];
for (var k = 0; k < table.length; k++) if (kind(table[k][1]) !== table[k][0]) wrong.push(k);
sheaf.assert(wrong.length === 0);
try {
  assert.strictEqual(b, 2);
} catch (e) {
  sheaf.assert(e.actual === b && e.expected === 2 && e.generatedMessage && e.operator === 'strictEqual');
}
