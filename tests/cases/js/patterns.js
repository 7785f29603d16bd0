// Destructuring, rest parameters, spread, `for of` and `for in`.
// expect: bug assertion @41
var n = sheaf.integer('n', 0, 2);
var {a, b: [first, , ...rest], missing = n} = {a: 1, b: 'wxyz'};
sheaf.assert(a === 1 && first === 'w' && rest.join('') === 'yz' && missing === n);
function area({width, height = width}, [scale] = [1]) { return width * height * scale; }
sheaf.assert(area({width: n}) === n * n && area({width: 2, height: 3}, [n]) === 6 * n);
var caught = false;
try { var {length} = null; } catch (e) { caught = e instanceof TypeError; }
sheaf.assert(caught);

function count(...all) { return all.length; }
sheaf.assert(count() === 0 && count(1, ...[2, 3], ...'ab') === 5);
var joined = [0, ...'a\u{1F600}', n];
sheaf.assert(joined.length === 4 && joined[3] === n);
var copy = {...{x: 1, y: 2}, y: n};
sheaf.assert(copy.x === 1 && copy.y === n);

var sum = 0;
for (const x of [1, 2, 3]) { if (x === 2) continue; sum += x; }
sheaf.assert(sum === 4);
var functions = [];
for (let x of [1, 2]) functions.push(() => x);
sheaf.assert(functions[0]() === 1 && functions[1]() === 2);
var grown = [1, 2];
for (const x of grown) if (grown.length < 5) grown.push(x);
sheaf.assert(grown.length === 5);

function Base() { this.own = 1; }
Base.prototype.inherited = 2;
var seen = '', object = new Base();
object[7] = 0;
for (var key in object) { seen += key + ' '; if (key === '7') delete object.own; }
sheaf.assert(seen === '7 inherited ');
for (var none in null) sheaf.assert(false);
outer: for (var k in {p: 1, q: 2}) for (var l of [1, 2]) if (l === n) continue outer;
sheaf.assert(k === 'q');

var last;
for (last of [3, 1, 2]) if (last === n) break;
sheaf.assert(last !== 1, 'the loop is left early');
