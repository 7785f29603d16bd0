// A store to one of several places keeps what the others hold: a label before it must say so.
// expect: bug null-dereference @11

main() {
  var a, b, p, x;
  b = alloc 1; p = alloc 1;
  a = [b, b];
  if (input) { a[0] = null; }
  a[input > 0] = p;
  if (input) { x = 1; }
  output *a[0];
  return *b;
}
