// A variable may have a value on some paths only, and through a pointer too.
// expect: bug uninitialized @10
// expect: bug uninitialized @14
main() {
  var x, y, p, i;
  i = input;
  if (i > 0) { x = 1; }
  if (i > -5) {
    if (i < 5) {
      output x;
    }
  }
  p = &y;
  if (i > 5) { i = *p + 1; }
  return 0;
}
