// An array that two paths change so differently that it is not one array after they merge: what
// refers to it without having been changed itself, a captured variable and a caller's, refers to
// both.
// expect: bug assertion @19
var n = sheaf.integer('n', 0, 5), list = [];
if (n === 5) list.push(1);
list.push(2);
function more() {
  if (n !== 5) list.push(3);
}
more();
sheaf.assert(list.length === 2 && list[1] === (n === 5 ? 2 : 3));
function grow(other) {
  if (n === 4) other.push(4);
}
var own = [list.length];
if (n === 3) own.push(3);
grow(own);
sheaf.assert(own.length === 2 || n < 3 || n > 4); sheaf.assert(own.length < 2 || n !== 4);
