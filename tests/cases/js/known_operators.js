// Operators on known numbers take another way than those on symbolic ones, with the same results.
// expect: safe
var pairs = [[46341, 46341], [-2147483648, -1], [0, -3], [2147483647, 1], [-6, 3], [7, 0]];
var x = sheaf.integer('x');
function results(a, b) {
  return [a + b, a - b, a * b, a % b, -a, a < b, a & b, a >>> 1, a === b, !a];
}
for (var k = 0; k < pairs.length; k++) {
  if (x === pairs[k][0]) {
    var found = results(x, pairs[k][1]), known = results(pairs[k][0], pairs[k][1]);
    for (var at = 0; at < 10; at++) sheaf.assert(Object.is(found[at], known[at]));
  }
}
sheaf.assert(Object.is(-0 * 1, -0) && Object.is(0 * -1, -0) && Object.is(-4 % 2, -0));
sheaf.assert(Object.is(0 / -5, -0) && 5 % 0 !== 5 % 0 && 7 / 2 === 3.5 && -8 / 2 === -4);
sheaf.assert(-2147483648 / -1 === 2147483648 && (4294967297.5 | 0) === 1 && !NaN && !-0);
sheaf.assert(2147483647 + 1 === 2147483648 && 46341 * 46341 === 2147488281 && -7 % 3 === -1);
sheaf.assert(0 === -0 && NaN != NaN && 'a' < 'b' && null == undefined && null !== undefined);
