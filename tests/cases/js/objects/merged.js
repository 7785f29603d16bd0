// An object has a property, or inherits it, on some of the paths that have merged.
// expect: safe
var n = sheaf.integer('n', 0, 3);
function get(object) { return object.x; }
var object = Object.create({ x: 10 });
object.x = 1;
if (n === 1) delete object.x;
if (n === 2) object.x = 2;
if (n === 3) object = { x: 3 };
sheaf.assert(get(object) === [1, 10, 2, 3][n], 'before');
object.x = n;
sheaf.assert(get(object) === n, 'after');
var list = [1];
if (n > 1) list.push(n);
list.push(7);
sheaf.assert(list.length === (n > 1 ? 3 : 2) && list[list.length - 1] === 7, 'list');
