// Views, lengths and buffers that differ between merged paths.
// expect: safe
var c = sheaf.boolean('c'), n = sheaf.integer('n', 0, 3);
var a = c ? new Uint8Array([1, 2, 3]) : new Int16Array([-1, -2]);
sheaf.assert(a.length === (c ? 3 : 2) && a[1] === (c ? 2 : -2) && a[2] === (c ? 3 : undefined));
a[n] = 300;
sheaf.assert(a[n] === (c ? (n < 3 ? 44 : undefined) : n < 2 ? 300 : undefined));
var size = 1;
if (c) size = 2;
var b = new Float32Array(size), either = c ? a : [9];
sheaf.assert(b.length === (c ? 2 : 1) && b.byteLength === size * 4);
sheaf.assert(either[5] === undefined && either.length === (c ? 3 : 1));
var sum = 0;
for (const value of new Uint8Array([n, 2])) sum += value;
sheaf.assert(sum === n + 2);
b.set([n], size - 1);
sheaf.assert(b[size - 1] === n && b.slice(size - 1)[0] === n);
