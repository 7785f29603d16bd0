// A directive calls functions of objects, though nothing is printed.
// expect: bug uncaught-exception @7
var n = 0;
var o = { toString: function () { n++; return 'o'; } };
console.log('%s', o);
console.log('text', o);
if (n === 1) throw new Error('toString was called');
