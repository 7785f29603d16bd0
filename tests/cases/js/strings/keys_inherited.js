// A symbolic string as key may name what is inherited: a value, a method, `__proto__`.
// expect: safe
var s = sheaf.string('s', 9), o = Object.create({abc: 1});
var r = o[s];
sheaf.assert((r === 1) === (s === 'abc'));
sheaf.assert((typeof r === 'function') === (s === 'toString' || s === 'valueOf'));
sheaf.assert((r === Object.getPrototypeOf(o)) === (s === '__proto__'));
o[s] = null;
sheaf.assert((Object.getPrototypeOf(o) === null) === (s === '__proto__'));
if (s !== '__proto__') sheaf.assert(o[s] === null && (o.abc === 1) !== (s === 'abc'));
