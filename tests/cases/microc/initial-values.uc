// The initial values of a record and of a cell are copies of what was written on one of two paths.
// Clauses learned on the other path must not exclude the divisions.
// expect: bug division-by-zero @17
// expect: bug division-by-zero @23
main() {
  var p, q, r;
  p = alloc 5;
  r = {x: 1, y: 2};
  if (input) {
    r.x = 0;
  } else {
    *p = 0;
  }
  q = alloc *p;
  if (*q) {
  } else {
    q = 1 / *q;
  }
  q = {x: 7, y: r.x};
  if (q.y) {
    p = 1;
  } else {
    q = 1 / q.y;
  }
  return 8;
}
