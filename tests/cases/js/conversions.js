// Objects as operands: `valueOf`, `toString` and `Symbol.toPrimitive`.
// expect: bug assertion @26
var n = sheaf.integer('n', -2, 2), c = sheaf.boolean('c');
var log = '';
var number = { valueOf() { log += 'v'; return n; }, toString() { log += 't'; return 'text'; } };
sheaf.assert(number + 1 === n + 1 && number * 2 === n * 2 && -number === -n && log === 'vvv');
sheaf.assert(`${number}` === 'text' && String(number) === 'text' && number + '' === `${n}`);
sheaf.assert((number < 1) === (n < 1) && (number == n) && (number | 0) === n);
sheaf.assert({ text: 5 }[number] === 5, 'keys are converted to strings');
var hinted = { [Symbol.toPrimitive](hint) { return hint; } };
sheaf.assert(`${hinted}` === 'string' && hinted + '' === 'default' && isNaN(+hinted));
sheaf.assert([1, [2, n]] + '' === '1,2,' + n && {} + '' === '[object Object]');
sheaf.assert(new Number(n) + 1 === n + 1 && typeof new String('a') === 'object');
sheaf.assert([] == '' && [5] == 5 && !([] == null) && new Boolean(false) == false);
var either = c ? number : n;
sheaf.assert(either - n === 0);
function sum() {
  var total = 0;
  for (var i = 0; i < arguments.length; i++) total += arguments[i];
  return total;
}
sheaf.assert(sum(1, number, n) === 1 + 2 * n && sum() === 0);
function swap(a, b) { arguments[0] = b; b = 7; return a * 10 + arguments[1]; }
sheaf.assert(swap(1, 2) === 27 && `${new RangeError('r')}` === 'RangeError: r');
var cyclic = { toString() { return c ? 'yes' : 'no'; } };
sheaf.assert('say ' + cyclic === 'say no');
