// A text that is not constant ends the path, and so does deleting a variable that `eval` declares.
// expect: incomplete unmodelled-call
// expect: bug assertion @13
var n = sheaf.integer('n', 0, 4);
var text = n === 0 ? '1' : '2';
function declares() {
  eval('var fresh = 1');
  return delete fresh && fresh;
}
if (n === 0) eval(text);
if (n === 1) new Function(text + n);
if (n === 2) declares();
sheaf.assert(n === 3, 'others');
