// The distance is symmetric, zero for equal texts only, and at most the longer length.
const leven = require('leven');
const a = sheaf.string('a', 3), b = sheaf.string('b', 3);
const distance = leven(a, b);
sheaf.assert(distance === leven(b, a));
sheaf.assert((distance === 0) === (a === b));
sheaf.assert(distance <= Math.max(a.length, b.length));
