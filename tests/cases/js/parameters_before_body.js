// Default values do not see the variables of the body, wherever the others are declared.
// expect: bug assertion @11
var n = sheaf.integer('n', 0, 9);
later = n;
function plain(x = later) { var later = 5; return x + later; }
function deep(x = () => later) { let later = 6; return x() + later; }
function nested(f = (y = later) => { var later = 1; return y; }) { var later = 2; return f(); }
function calls(x = helper()) { function helper() { return 7; } return x + helper(); }
function own(list = arguments) { let arguments = 3; return list.length + arguments; }
sheaf.assert(plain() === n + 5 && deep() === n + 6 && nested() === n);
sheaf.assert(calls() !== 12, 'five');
sheaf.assert(own() === 3 && own([1]) === 4 && (({z = later}) => { var later; return z; })({}) === n);
let reached = 0;
try { (function (x = missing) { let missing = 1; })(); } catch (error) {
  reached += error.message === 'missing is not defined';
}
sheaf.assert(reached === 1);

var later; function helper() { return later; }
