// The digits of an integer are symbolic.
// expect: bug assertion @4
var n = sheaf.integer('n');
sheaf.assert(String(n) !== '-2147483648' && (n + '').length < 11);
