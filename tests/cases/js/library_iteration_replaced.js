// The library does not iterate as the program has replaced iteration, nor by methods that it has
// replaced; typed arrays read a list before they convert its elements.
// expect: safe
const assert = require('assert'), util = require('util');
const s = sheaf.string('s', 3);
const list = [{valueOf() { list[1] = 9; return 1; }}, 2];
sheaf.assert(new Uint8Array(list)[1] === 2, 'converted');
Object.is = function () { return true; };
const found = /b/g;
found.lastIndex = 2;
if (s === 'abc') sheaf.assert(s.search(found) === 1, 'search');
Array.prototype[Symbol.iterator] = function* () { for (let k = 0; k < 8; k++) yield 1; };
sheaf.assert(Date.UTC(2024, 0, 1) !== Date.UTC(2025, 0, 1), 'years');
RegExp.prototype.exec = function () { return null; };
assert.match('abc', /b/);
Object.defineProperty = Object.setPrototypeOf = null;
function A() {}
function B() {}
util.inherits(A, B);
sheaf.assert(A.super_ === B && new A() instanceof B, 'inherits');
JSON.stringify = null;
sheaf.assert(util.format('%j', {a: 1}) === '{"a":1}', 'format');
