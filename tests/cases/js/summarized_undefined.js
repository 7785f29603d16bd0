// What is undefined in every other iteration adds nothing.
// expect: safe
function f(n) {
  let x = 5, a = 0, flag = 0;
  for (let i = 0; i < n; i++) {
    if (flag === 0) { x = undefined; flag = 1; } else { a += x | 0; flag = 0; }
  }
  return a;
}
sheaf.assert(f(sheaf.integer('n', 0, 20)) === 0);
