// The length of a buffer is fixed, unless it was created with a greatest length.
// expect: safe
var n = sheaf.integer('n', 0, 2), buffer = new ArrayBuffer(n), thrown = 0;
sheaf.assert(!buffer.resizable && buffer.maxByteLength === n);
try { buffer.resize(n); } catch (e) { thrown = e instanceof TypeError; }
sheaf.assert(thrown && buffer.byteLength === n && buffer.resize.length === 1);
try { buffer.resize.call([], 1); } catch (e) { thrown = e.message; }
sheaf.assert(thrown !== true);
