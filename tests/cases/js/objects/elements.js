// Elements are added to arrays that were cut, have holes, are frozen or longer, or inherit a setter
// for an index.
// expect: safe
var v = sheaf.integer('v', 0, 9);
var changes = [
  function () {},
  function (list) { list.length = 1; },
  function (list) { delete list[1]; },
  function (list) { Object.freeze(list); },
  function (list) { list[5] = 6; },
];
for (var n = 0; n < changes.length; n++) {
  var list = [1, 2, 3], threw = false;
  changes[n](list);
  sheaf.assert(1 in list === (n !== 1 && n !== 2), 'in');
  try {
    list.push(v);
  } catch (error) {
    threw = error instanceof TypeError;
  }
  sheaf.assert(threw === (n === 3), 'thrown');
  sheaf.assert(list.length === [4, 2, 4, 3, 7][n], 'length');
  sheaf.assert(list[list.length - 1] === (n === 3 ? 3 : v), 'last');
  list[1] = v;
  sheaf.assert(list[1] === (n === 3 ? 2 : v), 'set');
  list[list.length] = 8;
  sheaf.assert(list.length === [5, 3, 5, 3, 8][n], 'longer');
}
var set = 0, short = [1];
Object.defineProperty(Array.prototype, '1', { set: function (value) { set = value; } });
short[1] = v;
sheaf.assert(set === v && short.length === 1, 'inherited');
