// Named groups, and a state machine of patterns.
// expect: safe
var s = sheaf.string('s', 3);
var m = /^(?<sign>[+-])?(?<digits>\d+)$/.exec(s);
if (m) {
  var n = (m.groups.sign === '-' ? -1 : 1) * parseInt(m.groups.digits, 10);
  sheaf.assert(n <= 999 && n >= -99 && Number(s) === n);
}
