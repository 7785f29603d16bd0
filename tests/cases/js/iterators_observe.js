// An iterator sees the variables that a pattern has set before it takes the next value.
// expect: bug assertion @19
const n = sheaf.integer('n', 0, 2);
var seen = [];
function* values() {
  try {
    yield n;
    seen.push(a);
    yield 5;
  } finally {
    seen.push(b);
  }
}
var a, b;
[a, b] = values();
sheaf.assert(seen[0] === n && seen[1] === 5);
var [b, a] = values();
sheaf.assert(a === 5 && b === n);
sheaf.assert(seen[2] !== 1);
// A constant is not set, and the iterator is closed.
seen = [];
function inside() {
  const fixed = 1;
  let other;
  try { [fixed, other] = values(); } catch (error) { sheaf.assert(error instanceof TypeError); }
  return other;
}
sheaf.assert(inside() === undefined && seen.length === 1 && seen[0] === n);
// What nothing else sees is taken at once.
let x = 1, y = n;
[x, y] = [y, x];
sheaf.assert(x === n && y === 1);
// The initializer of a `var` before `in` is evaluated in sloppy code.
(function () { for (var key = n in {}); sheaf.assert(key === n); })();
(function () { for (var key = n in { p: key }) sheaf.assert(key === 'p'); sheaf.assert(key === 'p'); })();
