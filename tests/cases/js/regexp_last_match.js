// Properties of RegExp that tell of the last match are not modelled.
// expect: incomplete unmodelled-call
var s = sheaf.string('s',3); if (/^(a+)b$/.test(s)) sheaf.assert(RegExp.$1 === undefined);
