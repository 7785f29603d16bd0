// What bigint_joined.js computes, for every value of the three.
// expect: safe
var f = 1n;
if (sheaf.boolean('a')) f = 2n;
if (sheaf.boolean('b')) f = 3n;
var n = Number(f);
sheaf.assert(f + 1n == n + 1 && f * 2n == n * 2 && -f == -n && f << 1n == n * 2);
sheaf.assert((f == 3) === (n === 3) && (f < 2.5) === (n < 2.5));
