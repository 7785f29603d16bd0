// Elements of typed arrays: indices, values and bytes that are symbolic.
// expect: safe
var i = sheaf.integer('i', -1, 4), v = sheaf.integer('v'), b = sheaf.boolean('b');
var a = new Uint8Array(4);
a[i] = v;
var inside = i >= 0 && i < 4;
sheaf.assert(a[i] === (inside ? v & 255 : undefined));
sheaf.assert(a.length === 4 && a[-1] === undefined && !(4 in a) && (i in a) === inside);
sheaf.assert(inside || a[0] + a[1] + a[2] + a[3] === 0);
// The same bytes as other numbers, lowest byte first.
var all = new Int32Array(a.buffer), halves = new Int16Array(a.buffer);
if (b) all[0] = v;
if (b) sheaf.assert(halves[0] === v << 16 >> 16 && halves[1] === v >> 16 && all[0] === v);
if (b) sheaf.assert((a[0] | a[1] << 8 | a[2] << 16 | a[3] << 24) === v);
var unsigned = new Uint32Array(1);
unsigned[0] = v;
sheaf.assert(unsigned[0] === v >>> 0 && unsigned[0] >= 0);
var clamped = new Uint8ClampedArray([v]);
sheaf.assert(clamped[0] === (v < 0 ? 0 : v > 255 ? 255 : v));
