// `toJSON` of numbers that are BigInts, and objects of them.
// expect: bug uncaught-exception @8
BigInt.prototype.toJSON = function () { return this.toString(); };
var b = sheaf.boolean('b');
sheaf.assert(JSON.stringify({ n: 5n, b }) === `{"n":"5","b":${b}}`);
sheaf.assert(JSON.stringify({ n: Object(5n) }) === '{"n":"5"}');
delete BigInt.prototype.toJSON;
if (b) JSON.stringify({ a: Object(5n) });
