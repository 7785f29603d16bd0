// Names that are declared more than once in ways that are valid in sloppy code.
// expect: safe
const n = sheaf.integer('n', 0, 2);
function one() { function f() {} { var f = n; } return f; }
sheaf.assert(one() === n);
function two() { { var f; { function f() { return n; } } } return f(); }
sheaf.assert(two() === n);
{ function z() { return 1; } }
function three() {
  { function z() { return 1; } }
  { const z = n; sheaf.assert(z === n); }
  { let z = n; { let z = 1; } sheaf.assert(z === n); }
  return z();
}
sheaf.assert(three() === 1 && z() === 1);
function four(p, p) { var p; function q() {} var q; { var q = p; } return q; }
sheaf.assert(four(1, n) === n);
function five(f) { function f() { return n; } { var f; } return f(); }
sheaf.assert(five(1) === n);
var six = function f() { var f = n; return f; };
sheaf.assert(six() === n);
function seven() { if (n === 0) function f() { return 0; } let g = 1; { var h; let f = n; } return typeof f; }
sheaf.assert(seven() === (n === 0 ? 'function' : 'undefined'));
switch (n) { case 0: function w() {} case 1: function w() {} default: { let w; } }
class Block { static { var v = n; function v() {} { let v; } this.v = v; } }
sheaf.assert(Block.v === n);
