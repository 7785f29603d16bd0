// Inputs of several types.
// expect: safe
var x = sheaf.number('x'), c = sheaf.choice('c', ['a', 'bc', null]), v = sheaf.value('v', 1);
sheaf.assert(x !== x || x <= Infinity);
sheaf.assert(c === null || c.length === (c === 'a' ? 1 : 2));
sheaf.assert(typeof v !== 'object' || v === null);
sheaf.assert(typeof v !== 'string' || v.length <= 1);
sheaf.assert(typeof v !== 'number' || v === v || !(v < 0));
