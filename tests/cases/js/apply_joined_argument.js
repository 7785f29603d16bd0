// A built-in with a list of arguments, one of which differs between merged paths.
// expect: safe
var b = sheaf.boolean('b'), x = b ? '2' : 1;
sheaf.assert(String.prototype.charAt.apply('abc', [x]) === (b ? 'c' : 'b'));
sheaf.assert('abc'.charCodeAt(...[x]) === (b ? 99 : 98));
