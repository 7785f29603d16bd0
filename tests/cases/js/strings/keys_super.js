// `super` with a symbolic string as key: the length of an array is no ordinary property.
// expect: bug assertion @7
class List extends Array {
  of(key) { return super[key]; }
}
var s = sheaf.string('s', 6), list = new List();
sheaf.assert(list.of(s) !== 0);
