// A callback of `setImmediate` that does not count is not called if nothing else remains.
// expect: safe
setImmediate(() => sheaf.assert(false)).unref();
