// A number becomes a text in one iteration, and is passed through the next one.
// expect: bug assertion @11
// expect: bug assertion @18
function nested(n) {
  let x = 5;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < 2; j++) x = 'u';
  }
  return x;
}
sheaf.assert(typeof nested(sheaf.integer('n', 0, 9)) === 'number');
function toggled(n) {
  let flag = true, x = 5, a = 0;
  for (let i = 0; i < n; i++) {
    if (flag) { x = 'u'; flag = false; } else { a = x; flag = true; } }
  return a;
}
sheaf.assert(typeof toggled(sheaf.integer('m', 0, 20)) === 'number');
