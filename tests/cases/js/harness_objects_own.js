// What only looks like a harness is the program's own: a variable `S$`, and text about J$.readInput.
// expect: bug uncaught-exception @6
var S$ = { count: 0, assume() { this.count++; }, symbol: () => 1 };
var n = sheaf.integer('n', 0, 3);
S$.assume(n === 1);
if (S$.count === 1 && S$.symbol() === 1 && n === 2) throw new Error('bad');
