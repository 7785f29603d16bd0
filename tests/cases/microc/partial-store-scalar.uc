// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug type-error @12

main() {
  var s, t, w, b, d, x;
  b = alloc 1; d = alloc 1;
  s = b; t = b;
  w = [&s, &t];
  if (input) { s = 5; }
  *w[input > 0] = d;
  if (input) { x = 1; }
  output *s;
  return *b;
}
