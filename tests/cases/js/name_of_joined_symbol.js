// The name of a method under a symbol whose description differs between merged paths.
// expect: safe
var b = sheaf.boolean('b'), d = b ? 'x' : 'y', s = Symbol(d);
var o = { [s]() {} };
sheaf.assert(o[s].name === (b ? '[x]' : '[y]'));
