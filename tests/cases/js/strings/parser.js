// A parser of nested brackets with numbers in them.
// expect: bug assertion @22
var s = sheaf.string('s', 3), at = 0;
function item() {
  if (s[at] === '[') {
    at++;
    var sum = item();
    while (s[at] === ',') {
      at++;
      sum += item();
    }
    if (s[at] !== ']') throw new Error('expected ]');
    at++;
    return sum;
  }
  var digit = s.charCodeAt(at++) - 48;
  if (!(digit >= 0 && digit <= 9)) throw new Error('expected a digit');
  return digit;
}
var sum = -1;
try { sum = item(); } catch (e) { sheaf.assert(e.message.includes('expected')); }
sheaf.assert(!(sum === 9 && at === s.length));
