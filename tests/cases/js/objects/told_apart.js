// What built-in functions must know of objects and flags that differ between merged paths, and of
// a symbolic index.
// expect: safe
var n = sheaf.integer('n', 0, 3), side = 0;

var prototype = Object.create(Array.prototype, {1: {set(value) { side = value; }}});
var pushed = n > 1 ? [1] : Object.setPrototypeOf([1], prototype);
pushed.push(5);
sheaf.assert(side === (n > 1 ? 0 : 5), 'push');

var fixed = [1, 2], popped = n > 1 ? [1, 2] : fixed, result;
Object.defineProperty(fixed, 1, {get() { return 7; }, configurable: false});
try {
  result = popped.pop();
} catch (error) {
  result = error.message;
}
sheaf.assert(n > 1 ? result === 2 : result === "Cannot delete property '1' of [object Array]", 'pop');

var pattern = new RegExp('a', n > 1 ? 'y' : 'g');
sheaf.assert(pattern.test('ba') === n < 2, 'sticky');

sheaf.assert((delete 'abc'[n]) === n > 2, 'delete');
var thrown = false;
try {
  (function () {
    'use strict';
    delete 'abc'[n];
  })();
} catch (error) {
  thrown = true;
}
sheaf.assert(thrown === n < 3, 'delete in strict code');

var bytes = new DataView(new ArrayBuffer(2)), little = false;
if (n > 1) little = true;
bytes.setUint8(0, 1);
sheaf.assert(bytes.getInt16(0, little) === (n > 1 ? 1 : 256), 'order of bytes');

var object = {valueOf: n > 1 ? () => 3 : undefined, toString: () => '4'};
sheaf.assert(+object === (n > 1 ? 3 : 4), 'conversion');
var called = {};
Object.defineProperty(called, 'x', {get: n > 1 ? function () { return 1; } : undefined});
sheaf.assert(called.x === (n > 1 ? 1 : undefined), 'getter');
