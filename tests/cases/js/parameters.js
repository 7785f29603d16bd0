// Parameters with default values: what they see of each other, and variables of the body with the
// same names.
// expect: safe
var n = sheaf.integer('n', 0, 9);
function caught(run) {
  try {
    return run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}
function itself(p = p) {
  return p;
}
sheaf.assert(itself(n) === n);
sheaf.assert(caught(() => itself()) === "ReferenceError: Cannot access 'p' before initialization");
function later(a = () => b, b = a()) {
  return b;
}
sheaf.assert(caught(later) === "ReferenceError: Cannot access 'b' before initialization");
sheaf.assert(later(() => n) === n);
function parts({a, b = a}, [c = b] = [], ...{length}) {
  return a + b + c + length;
}
sheaf.assert(parts({a: n}, undefined, 1, 2) === 3 * n + 2);
// The body has its own variable, which begins with the value of the parameter.
function shadowed(a, read = () => a) {
  var a;
  var before = a;
  a = 5;
  return [before, a, read()].join();
}
sheaf.assert(shadowed(n) === `${n},5,${n}`);
function replaced(a, read = () => a) {
  function a() {}
  return [typeof a, read()].join();
}
sheaf.assert(replaced(n) === `function,${n}`);
function shared(a, read = () => a) {
  a = 5;
  return read();
}
sheaf.assert(shared(n) === 5);
function* generated(a, read = () => a) {
  var a = yield read();
  yield [a, read()].join();
}
var running = generated(n);
sheaf.assert(running.next().value === n);
sheaf.assert(running.next(7).value === `7,${n}`);
// `arguments` as a variable.
function declared() {
  var arguments;
  return arguments.length;
}
sheaf.assert(declared(1, 2) === 2);
function set() {
  var arguments = n;
  return arguments;
}
sheaf.assert(set(1) === n);
function both(count = () => arguments.length) {
  var arguments = n;
  return count() + arguments;
}
sheaf.assert(both(undefined, 1) === 2 + n);
function outer() {
  var arguments = n;
  function inner() {
    return arguments.length;
  }
  return inner(1, 2) + (() => arguments)();
}
sheaf.assert(outer() === 2 + n);
