// Elements that are defined at one of several indices count for the length.
// beyond: aggressive
// expect: bug uncaught-exception @6
var x = sheaf.boolean('x'), y = sheaf.boolean('y'), z = sheaf.boolean('z');
var a = [x, y, z].filter(function (v) { return v; });
if (x && y && z && a.length === 3) throw new Error('all three');
var k = x ? 0 : y ? 1 : 2;
var b = [];
Object.defineProperty(b, k, { value: 1, configurable: true, writable: true, enumerable: true });
sheaf.assert(b.length === k + 1);
class A extends Array { [k] = 7; }
sheaf.assert(new A().length === k + 1);
