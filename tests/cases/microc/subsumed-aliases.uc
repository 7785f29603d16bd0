// A loop that allocates: whether two pointers have the same object depends on the number of its iterations. What is learned about
// different objects does not hold for one, nor the other way round.
// expect: bug division-by-zero @17
// expect: bug division-by-zero @20
main() {
  var p, q, i, n;
  n = input;
  p = alloc 1;
  q = p;
  i = 0;
  while (i < n && i < 3) {
    p = alloc 1;
    i = i + 1;
  }
  if (input) {
    *p = 0;
    output 1 / *q;
  } else {
    if (p != q) {
      output 1 / 0;
    }
  }
  return 0;
}
