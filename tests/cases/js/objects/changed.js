// A property is found where it is after deletion, redefinition, freezing and a change of the
// prototype, by code that has accessed it before.
// expect: safe
var v = sheaf.integer('v', 0, 9);
var seen = 0;
function get(object) { return object.x; }
function set(object, value) { object.x = value; }
var changes = [
  function () {},
  function (object) { delete object.x; },
  function (object) {
    Object.defineProperty(object, 'x', { get: () => 20, set: (value) => { seen = value; } });
  },
  function (object) { Object.freeze(object); },
  function (object) {
    delete object.x;
    Object.setPrototypeOf(object, { x: 30 });
  },
  function (object, base) {
    delete object.x;
    Object.defineProperty(base, 'x', { value: 40, writable: false });
  },
];
for (var n = 0; n < changes.length; n++) {
  var base = { x: 10 };
  var object = Object.create(base);
  object.x = v;
  for (var round = 0; round < 2; round++) set(object, get(object) + 1);
  changes[n](object, base);
  sheaf.assert(get(object) === [v + 2, 10, 20, v + 2, 30, 40][n], 'before');
  set(object, v);
  sheaf.assert(get(object) === [v, v, 20, v + 2, v, 40][n], 'after');
  sheaf.assert('x' in object && object.hasOwnProperty('x') === (n !== 5), 'own');
}
sheaf.assert(seen === v, 'setter');
