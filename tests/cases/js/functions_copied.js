// A function in a block of sloppy code is copied to the variable of the enclosing function when its
// declaration is evaluated; until then, and afterwards, they are two variables.
// expect: bug assertion @12
// expect: bug assertion @20
// expect: bug assertion @29
// expect: bug assertion @42
const n = sheaf.integer('n', 0, 9);
// A value that the block gives its variable after the declaration stays there.
{
  function f() { return n; }
  f = 1;
  sheaf.assert(typeof f === 'function' || n !== 1);
}
sheaf.assert(typeof f === 'function' && f() === n);
// What it has before the declaration is copied.
{
  if (n === 2) g = 5;
  function g() { return n; }
}
sheaf.assert(typeof g === 'function');
// A block that is left before the declaration copies nothing.
function late() {
  out: {
    if (n === 3) break out;
    function h() { return 1; }
  }
  return h;
}
sheaf.assert(late() !== undefined);
// Each turn of a loop has a function of its own, and closures see it.
function turns() {
  var seen = [];
  for (var k = 4; k < 7; k++) {
    function each() { return k; }
    seen.push(() => each);
    if (k === n) each = k;
  }
  return seen;
}
var kinds = turns().map((get) => typeof get());
sheaf.assert(kinds.filter((kind) => kind === 'number').length === (n > 3 && n < 7 ? 1 : 0));
sheaf.assert(kinds.join() !== 'function,number,function');
