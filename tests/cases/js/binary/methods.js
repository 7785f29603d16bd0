// Methods of typed arrays on symbolic elements; views of the same bytes.
// expect: safe
var x = sheaf.integer('x', -3, 3), y = sheaf.integer('y', -3, 3);
var a = new Int8Array([x, y, 1]);
var sorted = a.slice().sort();
sheaf.assert(sorted[0] <= sorted[1] && sorted[1] <= sorted[2]);
sheaf.assert(a[0] === x && sorted[0] + sorted[1] + sorted[2] === x + y + 1);
var part = a.subarray(1);
part[0] = 5;
sheaf.assert(a[1] === 5 && part.length === 2 && part.byteOffset === 1 && part.buffer === a.buffer);
sheaf.assert(a.indexOf(x) === 0 && a.includes(1) && a.map(v => v * 100)[0] === x * 100 << 24 >> 24);
a.copyWithin(1, 0, 2);
sheaf.assert(a[1] === x && a[2] === 5);
class Bytes extends Uint8Array {
  get first() { return this[0]; }
}
sheaf.assert(new Bytes([x]).first === (x & 255) && Bytes.of(1, 2).length === 2);
var same = new Uint8Array(a.buffer);
same.set(a.subarray(0, 2), 1);
sheaf.assert(a[1] === x && a[2] === x && a.at(-1) === x);
