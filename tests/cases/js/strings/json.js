// Symbolic strings in JSON, as keys of collections, in errors, and as objects.
// expect: bug assertion @12
var s = sheaf.string('s', 1);
var o = new String(s);
sheaf.assert(typeof o === 'object' && o == s && o.length === s.length);
try {
  throw new Error(s);
} catch (e) {
  sheaf.assert(e.message === s && `${e}`.length === (s === '' ? 5 : 8));
}
sheaf.assert(new Map([[s, 1], ['a', 2]]).size === (s === 'a' ? 1 : 2));
sheaf.assert(JSON.stringify(s) !== '"\\n"');
