// Programs may replace how strings and arrays are iterated.
// expect: safe
var b = sheaf.boolean('b'), r = '', sum = 0;
String.prototype[Symbol.iterator] = function* () { yield 'Z'; };
for (const c of (b ? 'ab' : 'c')) r += c;
sheaf.assert(r === 'Z' && [...'xy'].length === 1);
const p = Object.getPrototypeOf([][Symbol.iterator]()), old = p.next;
p.next = function () { const r = old.call(this); if (!r.done) r.value = -1; return r; };
for (const x of [b ? 1 : 2, 2]) sum += x;
sheaf.assert(sum === -2);
