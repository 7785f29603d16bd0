// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug division-by-zero @11

main() {
  var b, c, d, p, q, w, x;
  b = alloc 1; c = alloc 0; d = alloc 1;
  p = {n: b}; q = {n: b}; w = [p, q];
  if (input) { p.n = c; }
  w[input > 0].n = d;
  if (input) { x = 1; }
  output 1 / *p.n;
  return *b;
}
