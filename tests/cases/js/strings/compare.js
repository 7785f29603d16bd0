// Equality and order of strings, unit by unit, whatever their lengths.
// expect: safe
var a = sheaf.string('a', 2), b = sheaf.string('b', 2);
sheaf.assert((a < b) + (b < a) + (a === b) === 1);
sheaf.assert(a <= b || b < a);
sheaf.assert(a !== 'abc' && !(a < ''));
if (a === 'x' && b === 'x\u0000') sheaf.assert(a < b);
if (a === '\uffff' && b === '\ud800\udc00') sheaf.assert(a > b);
sheaf.assert(a == b || a != b);
sheaf.assert(typeof a === 'string' && !a === (a === ''));
