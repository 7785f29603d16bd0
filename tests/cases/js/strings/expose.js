// A harness of ExpoSE.
// expect: bug assertion @7
var S$ = require('S$');
var q = S$.symbol('Q', ''), n = S$.symbol('N', 1), b = S$.symbol('B', true);
S$.assume(n > 2);
if (q.length === n && b) {
  S$.assert(q !== 'abcd');
}
