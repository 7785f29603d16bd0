// Numbers of 32 bits, limited ones, and the texts of keys that are none.
// expect: safe
var x = sheaf.number('x'), single = new Float32Array(1), clamped = new Uint8ClampedArray(1);
single[0] = x;
clamped[0] = x;
if (x > 1e39) sheaf.assert(single[0] === Infinity && clamped[0] === 255);
if (x <= 0.5 || x !== x) sheaf.assert(clamped[0] === 0);
if (x === 16777217) sheaf.assert(single[0] === 16777216 && single['NaN'] === undefined);
