// Fractions as elements: integral parts modulo 2^32, limits, and NaN.
// expect: safe
var x = sheaf.number('x'), f = new Float64Array(1), int = new Int32Array(1);
f[0] = x;
int[0] = x;
sheaf.assert(Object.is(f[0], x));
sheaf.assert(x === x || new Uint8Array(f.buffer)[6] >= 240);
if (x >= 4294967297 && x < 4294967298) sheaf.assert(int[0] === 1);
if (x > -2 && x <= -1) sheaf.assert(int[0] === -1 && (x | 0) === -1);
