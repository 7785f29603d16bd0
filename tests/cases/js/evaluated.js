// Direct calls of `eval` with a constant text see and change the variables of their place.
// expect: bug assertion @27
// expect: bug uncaught-exception @28
var n = sheaf.integer('n', 0, 9);
function inner(a) {
  let b = 2;
  const sum = eval('a + b + n');
  eval('a = 10; b = 20');
  sheaf.assert(sum === 3 + n && a === 10 && arguments[0] === 10 && b === 20);
  return eval('th' + 'is === undefined') || eval('arguments.length');
}
sheaf.assert(inner(1) === 1);
sheaf.assert(eval('1; while (false) { }') === undefined && eval('2; if (n >= 0) { 3; }') === 3);
sheaf.assert(eval('4; try { 5; } finally { 6; }') === 5 && eval('"text"') === 'text');
sheaf.assert(eval('do { try { 1 } finally { 2; break; } } while (false)') === 2);
sheaf.assert((function () { var z = 3; eval('var z = 4; let y = 5; z += y'); return z; })() === 9);
sheaf.assert((function () { 'use strict'; eval('var w = 1'); return typeof w; })() === 'undefined');
eval('var made = n; function twice() { return made * 2; }');
sheaf.assert(made === n && twice() === 2 * n && globalThis.made === n);
sheaf.assert(delete globalThis.made && typeof made === 'undefined');
sheaf.assert(eval('eval("n") + eval("1 + 1")') === n + 2 && eval(n) === n);
let rejected = 0;
try { eval('1 +'); } catch (error) { rejected += error instanceof SyntaxError; }
(function () { 'use strict'; try { eval('var public'); } catch { rejected++; } })();
sheaf.assert(rejected === 2);
class Point { constructor() { this.x = n; } get() { return (() => eval('this.x'))(); } }
sheaf.assert(new Point().get() !== 7, 'seven');
eval('if (n === 8) throw new RangeError("eight")');
