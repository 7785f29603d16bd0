// The last value of a generator is not one that it yields.
// expect: bug assertion @11
function* digits(n) {
  while (n > 0) {
    yield n % 10;
    n = (n - n % 10) / 10;
  }
  return -1;
}
var n = sheaf.integer('n', 0, 999), sum = 0;
for (var d of digits(n)) sum += d; sheaf.assert(sum !== 26);
