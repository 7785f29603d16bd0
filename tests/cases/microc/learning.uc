// Records and pointers on some paths only; the division fails on one way of eight.
// expect: bug division-by-zero @20
main() {
  var p, q, a, b, c, x;
  a = input;
  b = input;
  c = input;
  p = alloc 1;
  q = alloc 2;
  x = {f: 3, g: 4};
  if (a > 0) {
    q = p;
  }
  if (b > 0) {
    *q = 0;
  }
  if (c > 0) {
    x.f = *p;
  }
  a = 12 / x.f;
  return a;
}
