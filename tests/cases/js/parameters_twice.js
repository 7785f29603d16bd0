// Of parameters with one name, the last one is the variable, and the element of `arguments`.
// expect: bug assertion @7
// expect: bug assertion @8
const n = sheaf.integer('n', 1, 5);
function written(a, a) { arguments[0] = 9; return a; }
function read(a, a) { a = 9; return arguments[0]; }
if (n < 3) sheaf.assert(written(n, 5) !== 5);
else sheaf.assert(read(n, 2) === 9);
