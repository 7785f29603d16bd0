// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug division-by-zero @14

main() {
  var a, b, c, p, q, x, i;
  i = 0;
  while (i < 3) { if (input) { x = 1; } i = i + 1; }
  b = {v: 1}; c = {v: 0}; p = {v: 1};
  a = [b, b];
  if (input) { a[0] = c; }
  a[input > 0] = p;
  if (input) { x = 1; } else { x = 2; }
  q = a[0];
  output 1 / q.v;
  return b.v;
}
