// A variable that a loop sets to a quotient has its initial value before the first iteration.
// expect: bug assertion @8
var a = sheaf.integer('a', 0, 1000), b = sheaf.integer('b', 0, 9);
while (b <= (a >> 1) && b < 10) {
  b = a >> 1;
  a = a + 1;
}
sheaf.assert(b !== 50);
