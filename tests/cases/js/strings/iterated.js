// Iteration by characters: a pair of surrogates is one.
// expect: safe
var s = sheaf.string('s', 2), n = 0, all = '';
for (var c of s) {
  n++;
  all += c;
}
sheaf.assert(all === s && (n === s.length || s.codePointAt(0) > 0xFFFF));
