// A pattern that is none throws.
// expect: bug uncaught-exception @4
var s = sheaf.choice('s', ['a+', '(b', 'c']);
new RegExp(s).test('c');
