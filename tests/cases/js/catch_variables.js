// A `var` in a `catch` block with the name of its parameter is a variable of the function; what
// initializes it sets the parameter.
// expect: bug assertion @13
// expect: bug assertion @24
const n = sheaf.integer('n', 0, 2);
function outer() {
  var inside, outside = () => y;
  try { throw n; } catch (y) {
    var y = 5;
    inside = () => y;
  }
  sheaf.assert(outside() === undefined && inside() === 5 && y === undefined);
  sheaf.assert(n !== 1);
  y = n;
  sheaf.assert(outside() === n && inside() === 5);
}
outer();
function loops() {
  try { throw n; } catch (key) {
    for (var key in { a: 1 }) sheaf.assert(key === 'a');
    for (var key of [n]) sheaf.assert(key === n);
    sheaf.assert(key === n);
  }
  sheaf.assert(n !== 2);
  return key;
}
sheaf.assert(loops() === undefined);
function patterns() {
  try { throw n; } catch (x) {
    var [x, z] = [7, 8];
    sheaf.assert(x === 7);
  }
  return [x, z];
}
sheaf.assert(patterns()[0] === undefined && patterns()[1] === 8);
function parameter(x) {
  try { throw 9; } catch (x) { var x = 1; var get = () => x; }
  return x === n && get() === 1;
}
sheaf.assert(parameter(n));
function nested() {
  try { throw 1; } catch (x) {
    try { throw 2; } catch (x) { var x = 3; sheaf.assert(x === 3); }
    sheaf.assert(x === 1);
  }
  return x;
}
sheaf.assert(nested() === undefined);
// Parameters of a pattern see each other, and nothing of the block.
var b = n;
try { throw [undefined, 4]; } catch ([c = () => b, d = c]) { let b = 1; sheaf.assert(c() === n && d === 4 && b); }
