// The last value of a generator is not one that it yields.
// expect: bug assertion @10
function* digits(n) {
  while (n > 0) {
    yield n & 3;
    n >>= 2;
  }
}
var n = sheaf.integer('n', 0, 15), sum = 0;
for (var d of digits(n)) sum += d; sheaf.assert(sum !== 6);
