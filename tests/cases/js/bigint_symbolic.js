// A BigInt of a symbolic number, or of symbolic bytes, ends the path.
// expect: incomplete unmodelled-call unmodelled-operation
var n = sheaf.integer('n'), c = sheaf.boolean('c');
if (c) sheaf.assert(BigInt(n) < 5000000000n);
else sheaf.assert(new BigInt64Array(new Int32Array([n, 0]).buffer)[0] < 5000000000n);
