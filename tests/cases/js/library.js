// Built-in functions that are written in JavaScript, with results that an input decides.
// expect: bug uncaught-exception @35
var n = sheaf.integer('n', 0, 3);
var list = [];
for (var i = 0; i < n; i++) list.push(n - i);

var doubled = list.map(x => x * 2);
sheaf.assert(doubled.length === n && list.every(x => x >= 1 && x <= n));
sheaf.assert(doubled.reduce((a, b) => a + b, 0) === n * (n + 1));
sheaf.assert(list.indexOf(n) === (n === 0 ? -1 : 0) && list.includes(1) === n > 0);
sheaf.assert([...list].sort().join('') === ['', '1', '12', '123'][n]);
sheaf.assert(list.slice(1).length === (n === 0 ? 0 : n - 1) && list.length === n);
sheaf.assert([5, 1, 4].sort((a, b) => b - a).join() === '5,4,1');
var removed = [1, 2, 3, 4].splice(n, 2);
sheaf.assert(removed[0] === n + 1 && removed.length === (n === 3 ? 1 : 2));

var words = 'ab,c,,d'.split(',');
sheaf.assert(words.length === 4 && words[2] === '' && words.join('|') === 'ab|c||d');
sheaf.assert(' x\n'.trim() === 'x' && 'abcb'.lastIndexOf('b') === 3);
sheaf.assert('abc'.slice(-2) === 'bc' && 'abc'.substring(2, n) === 'abc'.substring(n, 2));
sheaf.assert('aXbX'.replace('X', '<$&>') === 'a<X>bX' && 'ab'.repeat(2) === 'abab');
sheaf.assert(parseInt('12px') === 12 && parseInt('0x1f') === 31 && isNaN(parseInt('x')));
sheaf.assert(Math.max(...list, 0) === n && Math.floor(-n / 2) === (n < 2 ? -n : -2 + (n < 3 ? 1 : 0)));
sheaf.assert((10 + n).toString(16) === 'abcd'.charAt(n));

var object = {b: 1, 2: 0, a: 2, 1: 0};
sheaf.assert(Object.keys(object).join() === '1,2,b,a' && object.hasOwnProperty('b'));
function add(a, b, ...more) { return a + b + more.length; }
sheaf.assert(add.call(null, 1, 2) === 3 && add.apply(null, [1, 2, 3]) === 4);
sheaf.assert(add.bind(null, 1)(2, 0, 0) === 5 && add.length === 2);

// The exception is thrown in the library; the finding is where the program calls it.
var total = 0;
if (n !== 1) total =
  list.reduce((a, b) => a + b);
sheaf.assert(total === (n === 1 ? 0 : n * (n + 1) / 2));
