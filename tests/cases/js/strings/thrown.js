// The message of an exception may be a symbolic string.
// expect: bug uncaught-exception @4
var s = sheaf.string('s', 2);
if (s.endsWith('!')) throw new TypeError('bad ' + s);
