// Functions in blocks and variables of `catch` in functions that suspend.
// expect: bug assertion @29
const n = sheaf.integer('n', 0, 2);
function* turns() {
  for (var k = 0; k < 2; k++) {
    yield typeof f;
    function f() { return k + n; }
    yield f();
    f = 7;
    yield f;
  }
  yield f();
}
sheaf.assert([...turns()].join() === ['function', n, 7, 'function', 1 + n, 7, 2 + n].join());
async function waits() {
  { await 1; function g() { return n; } await 2; g = 3; sheaf.assert(g === 3); }
  return g();
}
async function catches() {
  try { await Promise.reject(n); } catch (e) {
    var e = await 6;
    var get = () => e;
  }
  return [e, get()];
}
waits().then((value) => sheaf.assert(value === n));
catches().then(([e, value]) => {
  sheaf.assert(e === undefined && value === 6);
  sheaf.assert(n !== 2);
});
function* catching() {
  try { throw n; } catch (x) { for (var x of [yield x, 2]) yield () => x; }
  yield x;
}
const steps = catching();
sheaf.assert(steps.next().value === n && steps.next(1).value() === 1);
sheaf.assert(steps.next().value() === 2 && steps.next().value === undefined);
