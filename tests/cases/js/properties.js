// Accessors, attributes and frozen objects, on paths that differ.
// expect: bug uncaught-exception @47
'use strict';
var c = sheaf.boolean('c'), n = sheaf.integer('n', 0, 3);
var celsius = {
  degrees: n,
  get fahrenheit() { return this.degrees * 9 / 5 + 32; },
  set fahrenheit(value) { this.degrees = (value - 32) * 5 / 9; },
};
if (c) celsius.fahrenheit = 212;
sheaf.assert(celsius.degrees === (c ? 100 : n));
sheaf.assert(Object.keys(celsius).join() === 'degrees,fahrenheit');

var fixed = {};
Object.defineProperty(fixed, 'x', { value: n });
var d = Object.getOwnPropertyDescriptor(fixed, 'x');
sheaf.assert(d.value === n && !d.writable && !d.enumerable && !d.configurable);
sheaf.assert(Object.keys(fixed).length === 0 && 'x' in fixed);
var failed = false;
try { fixed.x = 5; } catch (e) { failed = e instanceof TypeError; }
sheaf.assert(failed && fixed.x === n);

var heir = Object.create(fixed, { y: { get() { return this.x + 1; }, enumerable: true } });
sheaf.assert(heir.y === n + 1 && Object.keys(heir).join() === 'y');
failed = false;
try { heir.x = 1; } catch (e) { failed = true; }
sheaf.assert(failed, 'inherited read-only properties cannot be set');

var list = [1, 2, 3];
sheaf.assert(Object.getOwnPropertyNames(list).join() === '0,1,2,length');
list.length = 1;
sheaf.assert(list.join() === '1' && !Object.isFrozen(list));
Object.freeze(list);
sheaf.assert(Object.isFrozen(list) && Object.isSealed(list) && !Object.isExtensible(list));

function f(a, b) {}
sheaf.assert(f.length === 2 && f.name === 'f' && Object.keys(f).length === 0);
sheaf.assert(!Object.getOwnPropertyDescriptor(f, 'prototype').enumerable);
for (var key in new Error('m')) sheaf.assert(false, 'message is not enumerable');
for (var key in []) sheaf.assert(false, 'built-ins are not enumerable');

// The library does not notice what the program does to built-in functions.
Array.prototype.push = function () { return 0; };
sheaf.assert([3, 1, 2].filter(x => x > 1).length === 2);
delete Array.prototype.map;
sheaf.assert([].map === undefined);
if (n === 3) list[0] = 2;
