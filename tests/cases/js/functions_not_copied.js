// What keeps a function in a block of sloppy code from becoming a variable around the block.
// expect: safe
const n = sheaf.integer('n', 0, 2);
function parameter(f) {
  { function f() {} }
  return f;
}
sheaf.assert(parameter(n) === n);
function withDefault(f = n) {
  { function f() {} }
  return f;
}
sheaf.assert(withDefault() === n);
function lexical() {
  let f = n;
  { function f() {} }
  { let g = n; { function g() {} } sheaf.assert(g === n); }
  sheaf.assert(typeof g === 'undefined');
  for (let h = n; h === n; h = -1) { function h() {} }
  sheaf.assert(typeof h === 'undefined');
  try { throw [n]; } catch ([i]) { { function i() {} } sheaf.assert(i === n); }
  sheaf.assert(typeof i === 'undefined');
  try { throw n; } catch (j) { { function j() {} } sheaf.assert(j === n); }
  sheaf.assert(typeof j === 'function');
  return f;
}
sheaf.assert(lexical() === n);
function suspending() {
  { function* f() {} async function g() {} }
  return typeof f + typeof g;
}
sheaf.assert(suspending() === 'undefinedundefined');
function strict() {
  'use strict';
  { function f() {} }
  return typeof f;
}
sheaf.assert(strict() === 'undefined');
// A function in a block within a block that declares one of its name (as test262, unlike node).
function nested() {
  { function f() { return 1; } { function f() { return 2; } } }
  return f();
}
sheaf.assert(nested() === 1);
// Others are copied: in cases, behind labels, as branches of `if`, twice in a block.
function copied(at) {
  switch (at) { case 0: function f() { return 1; } case 1: f = 2; }
  { label: function g() { return 3; } }
  if (at === 0) function h() { return 4; } else function h() { return 5; }
  { function i() { return 6; } function i() { return 7; } }
  return [f && f(), g(), h(), i()].join();
}
sheaf.assert(copied(n) === (n === 0 ? '1,3,4,7' : ',3,5,7'));
function variable() {
  var f = n;
  { f; }
  sheaf.assert(f === n);
  { f = 5; function f() { return n; } }
  return f;
}
sheaf.assert(variable() === 5);
// The name of a function expression is hidden by what the body declares, but not from parameters.
var itself = (function f(a = () => f) { { function f() {} } return [typeof f, a()]; });
sheaf.assert(itself()[0] === 'function' && itself()[1] === itself);
var hidden = (function f(a = () => f) { var f = n; return f === n && a(); });
sheaf.assert(hidden() === hidden);
// Texts are alike.
eval('{ function text() { return 1; } text = 2; }');
sheaf.assert(text() === 1);
(0, eval)('{ function other() { return 1; } other = 2; }');
sheaf.assert(other() === 1);
sheaf.assert(Function('{ function f() { return 1; } f = 2; } return f()')() === 1);
