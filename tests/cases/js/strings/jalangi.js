// Jalangi's inputs are of the type of their example.
// expect: bug assertion @4
var s = J$.readInput('abc'), x = J$.readInput(0.5);
sheaf.assert(!(s.length === 1 && x > 1 && x < 2));
