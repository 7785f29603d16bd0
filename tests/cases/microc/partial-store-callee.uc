// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug division-by-zero @12

set(w, d) { *w = d; return 0; }
main() {
  var s, t, w, b, c, d, x;
  b = alloc 1; c = alloc 0; d = alloc 1;
  s = b; t = b;
  w = [&s, &t];
  if (input) { s = c; }
  x = set(w[input > 0], d);
  output 1 / *s;
  return *b;
}
