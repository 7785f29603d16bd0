// `Function`, and `eval` under another name, make functions of the global scope.
// expect: bug assertion @20
// expect: bug uncaught-exception @14
var x = sheaf.integer('x', 0, 9), y = 3;
function sum() { return x + y; }
(function () {
  var x = 'local', other = eval;
  sheaf.assert(other('x') !== 'local' && (0, eval)('sum()') === other('x') + 3);
  sheaf.assert(new Function('return x')() === other('x') && typeof x === 'string');
  y = 4;
  sheaf.assert(Function('a', 'b', 'return a + b + y')(1, 2) === 7 && other('y') === 4);
  other('var made = 5;');
  sheaf.assert(made === 5 && delete globalThis.made && typeof made === 'undefined');
  Function('if (x === 5) throw new TypeError("five")')();
})();
let wrong = 0;
try { Function('a b', ''); } catch (error) { wrong += error instanceof SyntaxError; }
try { new Function('/*', '*/){'); } catch (error) { wrong += error instanceof SyntaxError; }
sheaf.assert(wrong === 2 && Function('a', 'return a').length === 1);
sheaf.assert(new Function('return sum() !== 8 || x === 5')(), 'eight');
class Sub extends Function {}
sheaf.assert(new Sub('a', 'return a * 2')(x) === 2 * x && new Sub() instanceof Sub);
const names = 'a, b', body = {toString() { return 'return a * b'; }};
const factor = x === 0 ? 'return 10' : 'return 1' + '1';
sheaf.assert(new Function(names, body)(x, 3) === 3 * x && Function(null)() === undefined);
sheaf.assert(new Function(factor)() === (x ? 11 : 10) && Function.call(null, 'a', 'return a')(x) === x);
