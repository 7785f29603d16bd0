// Writes that cannot be done: sloppy code ignores them, strict code throws what node throws.
// expect: safe
var n = sheaf.integer('n', 0, 2);
var key = {
  toString() {
    return 'a';
  },
};
function message(run) {
  try {
    run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
var fixed = Object.freeze({a: n});
fixed[key] = 7;
sheaf.assert(fixed.a === n);
sheaf.assert(delete fixed[key] === false);
sheaf.assert(message(function () {
  'use strict';
  fixed[key] = 7;
}) === "TypeError: Cannot assign to read only property 'a' of object '#<Object>'");
sheaf.assert(message(function () {
  'use strict';
  delete fixed[key];
}) === "TypeError: Cannot delete property 'a' of #<Object>");
// The length of arrays, and what inherits it.
var list = [1, 2, 3];
var below = Object.create(list);
sheaf.assert(below.length === 3 && 'length' in below && !Object.hasOwn(below, 'length'));
below.length = n;
sheaf.assert(below.length === n && list.length === 3);
var frozen = Object.freeze([1, 2]);
var under = Object.create(frozen);
under.length = 5;
sheaf.assert(under.length === 2);
sheaf.assert(message(function () {
  'use strict';
  under.length = n;
}) === "TypeError: Cannot assign to read only property 'length' of object '[object Object]'");
sheaf.assert(message(function () {
  'use strict';
  frozen.length = n;
}) === "TypeError: Cannot assign to read only property 'length' of object '[object Array]'");
sheaf.assert(message(() => frozen.push(1)) === 'TypeError: Cannot add property 2, object is not '
  + 'extensible');
sheaf.assert(message(() => frozen.pop()) === "TypeError: Cannot delete property '1' of "
  + '[object Array]');
function lengthOf(value) {
  return message(() => Object.defineProperty([1, 2], 'length', value));
}
sheaf.assert(lengthOf({value: -1, configurable: true}) === 'RangeError: Invalid array length');
sheaf.assert(lengthOf({value: 1, enumerable: true}) === 'TypeError: Cannot redefine property: '
  + 'length');
sheaf.assert(lengthOf({value: n}) === undefined);
// Typed arrays.
var bytes = Object.seal(new Uint8Array(2));
bytes.other = 1;
bytes[0] = n;
sheaf.assert(bytes.other === undefined && bytes[0] === n && Object.isSealed(bytes));
sheaf.assert(message(() => Object.freeze(bytes)) === 'TypeError: Cannot freeze array buffer views '
  + 'with elements');
// Elements of `arguments` that stand for parameters.
function mapped(a, b, c) {
  Object.defineProperty(arguments, '0', {value: n});
  Object.defineProperty(arguments, '1', {writable: false});
  b = 7;
  Object.defineProperty(arguments, '2', {enumerable: false});
  c = 8;
  return [a, arguments[1], arguments[2], Object.keys(arguments)].join();
}
sheaf.assert(mapped(4, 5, 6) === `${n},5,8,0,1`);
// Setters that arrays inherit.
var seen = [];
Object.defineProperty(Array.prototype, '3', {
  set(value) {
    seen.push(value);
  },
  configurable: true,
});
list.push(n);
var copy = [...[1, 2, 3], n];
delete Array.prototype[3];
sheaf.assert(seen.length === 1 && seen[0] === n && list.length === 4 && !(3 in list));
sheaf.assert(copy.length === 4 && copy[3] === n);
