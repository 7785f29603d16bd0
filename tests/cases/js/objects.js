// Members that only some paths add, prototypes, deletion, arrays and their length.
// expect: bug assertion @31
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.sum = function () { return this.x + this.y; };
var c = sheaf.boolean('c'), n = sheaf.integer('n', 0, 4);
var p = new Point(1, 2);
if (c) { p.extra = n; } else { delete p.y; }
sheaf.assert('extra' in p === c);
sheaf.assert((p.extra === undefined) === !c);
sheaf.assert(p instanceof Point);
sheaf.assert(p.constructor === Point);
if (c) sheaf.assert(p.sum() === 3); else sheaf.assert(p.sum() !== p.sum(), 'NaN');
p.y = 5;
sheaf.assert(p.sum() === 6);

var a = [1, 2, 3, 4, 5];
a[n] = 'x';
sheaf.assert(a[n] === 'x' && a.length === 5);
sheaf.assert(a[0] === (n === 0 ? 'x' : 1));
if (c) a.push(6);
sheaf.assert(a.length === (c ? 6 : 5));
a[a.length] = 7;
sheaf.assert(a[c ? 6 : 5] === 7);
a.length = 2;
sheaf.assert(a[2] === undefined && a.length === 2);
var o = { 1: 'one', 'two': 2 };
sheaf.assert(o['1'] === 'one' && o[1] === 'one' && o['tw' + 'o'] === 2);
var f = c ? p.sum : Point;
sheaf.assert(typeof f === 'function' && typeof p === 'object' && typeof null === 'object');
sheaf.assert((c ? 1 : 'one') !== 1 || c);
sheaf.assert(!(c && n === 3), 'c and 3');
