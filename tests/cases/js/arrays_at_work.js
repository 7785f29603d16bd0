// Arrays that a callback changes, whose length is fixed, or that have an accessor at their end.
// expect: bug assertion @10
// expect: bug assertion @14
// expect: bug assertion @21
const x = sheaf.integer('x', 0, 3);
const changed = [0, 0, 0, 0];
const taken = Array.from(changed, (value, at) => {
  if (at === 1 && x === 2) changed.length = 2;
  return value; }).length;
sheaf.assert(taken === 4);
const fixed = [1, , 3];
Object.defineProperty(fixed, 'length', { writable: false });
fixed[1] = x;
sheaf.assert(fixed[1] !== 3);
fixed[3] = 1;
sheaf.assert(!(3 in fixed));
let reads = 0;
const read = Object.defineProperty([1, 2, 3], 1, { get() { reads++; return 4; } });
read.with(1, 9);
sheaf.assert(reads === 0);
sheaf.assert(x !== 1);
const end = Object.defineProperty([1], 1, { get() { return 4; } });
let thrown = '';
try { end.pop(); } catch (error) { thrown = error.name; }
sheaf.assert(thrown === 'TypeError' && end.length === 2);
