// Chance is an input: any number from 0 up to 1, another one each time.
// expect: bug assertion @7
var a = Math.random(), b = Math.random();
sheaf.assert(a >= 0 && a < 1 && 1 / a > 0);
var at = Math.floor(a * 4);
sheaf.assert(at >= 0 && at <= 3);
sheaf.assert(a !== b);
