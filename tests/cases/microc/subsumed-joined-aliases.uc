// Whether two pointers have the same object depends on a branch, in either order: the label of two objects does not hold for one.
// expect: bug division-by-zero @33
// expect: bug division-by-zero @37
main() {
  if (input) {
    output first();
  } else {
    output second();
  }
  return 0;
}

first() {
  var p, q;
  p = alloc 1;
  q = p;
  if (input) { q = alloc 1; }
  return changed(p, q);
}

second() {
  var p, q;
  p = {value: 1};
  q = {value: 1};
  if (input) { q = p; }
  return compared(p, q);
}

changed(p, q) {
  var x;
  x = input;
  *p = 0;
  return x / *q;
}

compared(p, q) {
  return 1 / (p != q);
}
