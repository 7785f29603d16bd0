// Only the length is asked: no unit matters.
// expect: safe
var s = sheaf.string('s', 100), t = sheaf.string('t', 3);
sheaf.assert(s.length <= 100 && (s.length > 0) === !!s);
sheaf.assert((t + '!').length === t.length + 1 && ('<' + t + '>').length === t.length + 2);
var n = 0;
switch (t) {
  case '': n = 0; break;
  case 'ab': n = 2; break;
  default: n = t.length;
}
sheaf.assert(n === t.length);
