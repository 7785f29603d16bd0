// Arrays as examples of ExpoSE's inputs: their length and their elements are inputs.
// expect: bug uncaught-exception @10
var S$ = require('S$');
var list = S$.symbol('list', [1]);
S$.assume(list.length < 3);
for (const item of list) {
  S$.assert(typeof item === 'number' && item % 1 === 0);
  S$.assume(item > 0 && item < 10);
}
if (list[0] + list[1] === 17) throw new Error('found');
