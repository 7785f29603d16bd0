// An index beyond a string is a property of what strings inherit.
// expect: bug assertion @7
// expect: bug assertion @9
// expect: bug assertion @11
const n = sheaf.integer('n', -3, 3);
String.prototype[2] = 'Q';
sheaf.assert('x'[n] !== 'Q', 'n = 2');
String.prototype[-1] = 'R';
sheaf.assert('ab'[n] !== 'R', 'n = -1');
Object.prototype[1] = 'P';
sheaf.assert('x'[n] !== 'P', 'n = 1');
sheaf.assert('x'[1] === 'P' && 'xyz'[1] === 'y' && 'x'[0] === 'x');
Object.defineProperty(String.prototype, 3, {get() { return `G${this.length}`; }, configurable: true});
sheaf.assert('x'[3] === 'G1' && 'abcd'[3] === 'd');
sheaf.assert('x'[n] === undefined || n > -2);
