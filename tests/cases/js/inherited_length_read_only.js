// A symbolic key may be the read-only length of an array that the object inherits from.
// expect: bug uncaught-exception @7
var s = sheaf.string('s', 6);
var p = Object.defineProperty([], 'length', { writable: false });
var o = Object.create(p);
o[s] = 1;
if (s === 'length' && o[s] === 0) throw new Error('the length of the prototype is read-only');
