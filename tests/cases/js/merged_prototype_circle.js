// Merged objects have a circle of prototypes under conditions that do not hold together.
// expect: safe
const b0 = sheaf.boolean('b0'), b1 = sheaf.boolean('b1'), b2 = sheaf.boolean('b2');
const o = {a: 1}, p = {b: 3};
if (!(b0 && b1)) o.k = b0 ? 1 : 2;
if (b2) { try { Object.setPrototypeOf(b0 ? o : p, o); } catch (error) {} }
sheaf.assert(!(o instanceof Map));
sheaf.assert(o.prototype === undefined && o.length === undefined && !('length' in o));
