// A variable that changes its kind ends the iterations that are skipped: zero becomes negative zero.
// expect: bug assertion @9
const n = sheaf.integer('n', 0, 1000);
let z = 0, i = 0;
while (i < n) {
  i++;
  if (i > 700) z = -z;
}
sheaf.assert(Object.is(z, 0));
