// Integers are integers as long as they can be, and doubles beyond: overflow, -0, division.
// expect: bug assertion @18
var x = sheaf.integer('x');
var y = x + 1;
sheaf.assert(y > x);
var z = sheaf.integer('z', -3, 3);
sheaf.assert(z * 0 === 0 && 6 / 2 === 3 && 3 / 2 === 1.5);
sheaf.assert(-z + z === 0);
sheaf.assert(z !== 0 || 1 / -z === -Infinity);
sheaf.assert((z % 2 === 0) === ((z & 1) === 0));
sheaf.assert(z >>> 0 === (z < 0 ? z + 4294967296 : z));
sheaf.assert(~z === -z - 1);
sheaf.assert(z << 1 === z * 2 && z >> 1 === (z - (z & 1)) / 2);
sheaf.assert(0.1 + 0.2 !== 0.3 && 0.5 + 0.5 === 1);
sheaf.assert('5' * '2' === 10 && '5' + 2 === '52' && +'' === 0 && null + 1 === 1);
sheaf.assert(undefined + 1 !== undefined + 1 && true + true === 2);
sheaf.assert(1 == '1' && null == undefined && !(null == 0) && '' == 0 && !('a' < 'B'));
sheaf.assert(x !== 12345, 'x is 12345');
