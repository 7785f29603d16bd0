// Strings to integers, or integers to strings and back.
// expect: safe
var s = sheaf.string('s', 2), n = sheaf.integer('n', -99, 99);
if (sheaf.boolean('reads')) {
  sheaf.assume(!s.includes('.'));
  var x = +s;
  if (s >= '0' && s.charAt(0) <= '9' && s.length === 1) sheaf.assert(x === s.charCodeAt(0) - 48);
  sheaf.assert(x !== x || (x < 100 && x >= -9) || s === '');
  sheaf.assert(s.trim() !== '' || x === 0);
} else {
  sheaf.assert(parseInt('' + n) === n && +`${n}` === n && String(n).length <= 3);
  sheaf.assert((n < 0) === (String(n).charAt(0) === '-'));
}
