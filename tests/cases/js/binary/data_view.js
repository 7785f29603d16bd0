// DataView at a symbolic offset, with both orders of bytes.
// expect: safe
var at = sheaf.integer('at', 0, 6), v = sheaf.integer('v'), little = sheaf.boolean('little');
var view = new DataView(new ArrayBuffer(8), 1, 6), thrown = false;
try {
  view.setInt32(at, v, little);
} catch (error) {
  thrown = error instanceof RangeError;
}
sheaf.assert(thrown === at > 2);
if (!thrown) {
  sheaf.assert(view.getInt32(at, little) === v);
  sheaf.assert(view.getUint8(little ? at : at + 3) === (v & 255));
  sheaf.assert(view.getUint16(at, !little) === ((v >> 8 & 255) | (v & 255) << 8)
    || view.getUint16(at, little) === (little ? v & 65535 : v >>> 16));
}
