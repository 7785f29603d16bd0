// Subclasses of arrays make the results of methods, unless their species says otherwise.
// expect: bug assertion @30
class List extends Array {
  first() {
    return this[0];
  }
}
class Plain extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
const n = sheaf.integer('n', 0, 3);
const list = List.of(3, n, 1);
sheaf.assert(list instanceof List && list.length === 3 && list.first() === 3);
for (const made of [list.map((x) => x), list.filter(() => true), list.slice(), list.concat(),
  list.flat(), list.flatMap((x) => [x])]) {
  sheaf.assert(made instanceof List && made !== list && made.length === 3 && made[1] === n);
}
const removed = list.slice().splice(1, 1);
sheaf.assert(removed instanceof List && removed.length === 1 && removed.first() === n);
sheaf.assert(!(list.toSorted() instanceof List));
const plain = Plain.from([n, , n]).map((x) => x + 1);
sheaf.assert(plain.constructor === Array && plain[0] === n + 1 && plain.length === 3);
const other = [n];
other.constructor = {[Symbol.species]: function (length) {
  this.given = length;
}};
sheaf.assert(other.map((x) => x).given === 1 && other.concat([2]).length === 2);
sheaf.assert(list.filter((x) => x === 3).length === 1);
