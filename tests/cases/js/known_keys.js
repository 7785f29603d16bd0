// Members are found by keys that are one object or equal ones, at positions that change, in small
// tables and in large ones, with the same results on symbolic and on known paths.
// expect: safe
var n = sheaf.integer('n', 0, 3);
function members(count) {
  var made = {};
  for (var k = 0; k < count; k++) made['abcdefghijklmnop'[k]] = k;
  return made;
}
function sum(object) {
  return object.a + object.c + (object.d === undefined ? 100 : object.d) + ('z' in object ? 1 : 0);
}
// The same place reads objects whose members are at other positions.
var small = members(4), large = members(12);
var turned = { d: 1, c: 2, b: 3, a: 4 }, few = { c: 1, a: 2 };
for (var round = 0; round < 3; round++) {
  sheaf.assert(sum(small) === 5 && sum(large) === 5 && sum(turned) === 7 && sum(few) === 103);
}
// A key that was removed and inserted again is behind the others.
delete small.a;
sheaf.assert(small.a === undefined && small.b === 1 && small.c === 2);
small.a = 7;
sheaf.assert(Object.keys(small).join('') === 'bcda' && small['a'] === 7 && small['aa'[1]] === 7);
delete large['a' + ''];
sheaf.assert(!('a' in large) && large.p === undefined && large.l === 11);
// Inherited members, and those that hide them.
var child = Object.create(turned);
sheaf.assert(child.a === 4 && child.d === 1);
child.a = 9;
sheaf.assert(child.a === 9 && turned.a === 4 && child.b === 3);
// Keys that depend on an input.
var key = 'dcba'[n], other = ['d', 'c', 'b', 'a'][n];
sheaf.assert(turned[key] === n + 1 && turned[other] === n + 1 && key === other);
turned[key] = 10;
sheaf.assert(turned[other] === 10 && turned.a + turned.b + turned.c + turned.d === 19 - n);
// A frame that is used again has nothing of its last call.
function first(flag) { var local; if (flag) local = 'set'; return local; }
sheaf.assert(first(true) === 'set' && first(false) === undefined && first(n < 0) === undefined);
// Branches on operators whose operands are known, or not.
function kind(a, b) { return a < b ? 'less' : a !== b ? 'other' : 'same'; }
sheaf.assert(kind(1, 2) === 'less' && kind(2, 1.5) === 'other' && kind('a', 'a') === 'same');
sheaf.assert(kind(null, undefined) === 'other' && kind(0, -0) === 'same');
sheaf.assert(kind(NaN, NaN) === 'other');
sheaf.assert(kind(n, 3) === (n === 3 ? 'same' : 'less') && kind(4, n) === 'other');
