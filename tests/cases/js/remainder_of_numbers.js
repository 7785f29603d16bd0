// `%` of numbers that are no integers.
// expect: bug assertion @6
var x = sheaf.number('x');
var rest = x % 2;
sheaf.assert(!(rest >= 2) && !(rest <= -2));
sheaf.assert(rest !== 1.25);
