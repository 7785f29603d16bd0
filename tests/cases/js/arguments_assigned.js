// `arguments` is a variable of the function, which it may set.
// expect: bug assertion @22
const n = sheaf.integer('n', 0, 9);
function sets(a) {
  const old = arguments;
  arguments = n;
  old[0] = 5;
  return arguments + a;
}
function arrow() {
  (() => { arguments = [n, ...arguments]; })();
  return arguments.length + arguments[0];
}
function loop() { for (arguments of [1, n]); return arguments; }
function takes() { [arguments, n2] = [2, n]; return ++arguments; }
var n2;
function reads() { return arguments.length; }
sheaf.assert(sets(1) === n + 5 && arrow(3, 4) === 3 + n && loop() === n);
sheaf.assert(takes() === 3 && n2 === n && reads(1, 2) === 2);
function* steps() { arguments = yield arguments.length; yield arguments + 1; }
const list = steps(1, 2);
sheaf.assert(list.next().value === 2 && list.next(n).value !== 8);
(function () {
  function inner() { arguments = 3; return arguments; }
  var arguments = 4;
  sheaf.assert(inner() === 3 && arguments === 4);
})();
