// Functions that are declared in blocks of sloppy code become variables of the function, too.
// expect: safe
var n = sheaf.integer('n', 0, 2);
sheaf.assert(typeof f === 'undefined');
if (n > 0) {
  sheaf.assert(f() === 1);
  function f() { return 1; }
}
sheaf.assert(n > 0 ? f() === 1 : f === undefined);
var g = 5;
{
  function g() { return 2; }
}
sheaf.assert(g() === 2);
if (n === 2) function h() { return 3; }
sheaf.assert(n === 2 ? h() === 3 : h === undefined);
function kept(p) {
  { function p() {} }
  return p;
}
sheaf.assert(kept(n) === n);
