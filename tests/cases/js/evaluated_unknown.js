// A text that is not constant ends the path, and so does a variable that only `eval` declares.
// expect: incomplete unmodelled-call
// expect: bug assertion @13
var n = sheaf.integer('n', 0, 4);
var text = n === 0 ? '1' : '2';
function declares() {
  eval('var fresh = 1');
  return fresh;
}
if (n === 0) eval(text);
if (n === 1) new Function(text);
if (n === 2) declares();
sheaf.assert(n === 3, 'others');
