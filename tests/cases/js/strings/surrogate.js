// A surrogate without partner is a unit as any other.
// expect: bug assertion @4
var s = sheaf.string('s', 2);
sheaf.assert(!(s.codePointAt(0) === s.charCodeAt(0) && s.charCodeAt(0) >= 0xD800 && s < '\uDC00'));
