// Fields of classes are defined: setters and what is inherited do not matter, attributes do.
// expect: bug assertion @27
var n = sheaf.integer('n', 0, 9);
function thrown(make) {
  try { make(); } catch (error) { return error.message; }
  return 'nothing';
}
class Sized extends Array { length = n; }
sheaf.assert(thrown(() => new Sized()) === 'Cannot redefine property: length');
class Frozen { constructor() { return Object.freeze({ x: 1 }); } }
class Again extends Frozen { x = n; }
sheaf.assert(thrown(() => new Again()) === 'Cannot redefine property: x');
class More extends Frozen { y = n; }
sheaf.assert(thrown(() => new More()) === 'Cannot define property y, object is not extensible');
class Getter { constructor() { return { get x() { return -1; } }; } }
class Replaced extends Getter { x = n; }
sheaf.assert(new Replaced().x === n);
class Setter { set z(value) { sheaf.assert(false); } }
class Own extends Setter { z = n; }
sheaf.assert(new Own().z === n);
class List extends Array { 2 = n; }
sheaf.assert(new List().length === 3 && new List()[2] === n);
// -0 is the index 0.
const object = { [-0]: n }, zero = -(n - n);
sheaf.assert(object[0] === n && object[-0] === n && object['0'] === n && object[zero] === n);
const list = [n];
sheaf.assert(list[zero] !== 7, 'seven');
