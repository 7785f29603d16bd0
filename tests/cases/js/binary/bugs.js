// Single values that reach an assertion: an index and a value modulo 256, a number of which half a
// unit is rounded away, and bytes in the wrong order.
// expect: bug assertion @9
// expect: bug assertion @12
// expect: bug assertion @15
var i = sheaf.integer('i'), v = sheaf.integer('v'), x = sheaf.number('x'), a = new Uint8Array(4);
a[2] = 7;
a[i] = v;
sheaf.assert(!(a[2] === 77 && v > 1000));
var clamped = new Uint8ClampedArray(1);
clamped[0] = x;
sheaf.assert(!(clamped[0] === 2 && x - 2 === 0.5));
var view = new DataView(a.buffer, 2);
view.setUint16(0, v);
sheaf.assert(v === 0 || v >>> 16 !== 0 || view.getUint16(0, true) === v);
