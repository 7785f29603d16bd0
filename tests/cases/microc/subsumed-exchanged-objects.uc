// A loop exchanges two objects. Either may stand for the other, but only with its content, and only if a third pointer follows.
// expect: bug division-by-zero @18
// expect: bug division-by-zero @22
main() {
  var p, q, r, t, i, n;
  n = input;
  p = {value: 1};
  q = {value: 0};
  r = p;
  i = 0;
  while (i < n && i < 4) {
    t = p;
    p = q;
    q = t;
    i = i + 1;
  }
  if (input) {
    output 1 / p.value;
  } else {
    if (input) {
      r.value = 0;
      output 1 / (p.value + 1 - (r == q));
    } else {
      if (r != p && r != q) { output 1 / 0; }
      output 1 / (1 + p.value * q.value);
    }
  }
  return 0;
}
