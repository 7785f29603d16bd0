// A counter becomes a float where it leaves 32 bits, and counts on.
// expect: bug assertion @6
const n = sheaf.integer('n', 0, 100000);
let i = 2147483000, c = 0;
while (c < n && c < 1000) { i++; c++; }
sheaf.assert(i !== 2147483648);
