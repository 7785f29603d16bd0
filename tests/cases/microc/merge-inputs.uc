// An input that is read on one side only, and another one after the join.
// expect: bug division-by-zero @14
// expect: bug division-by-zero @15
main() {
  var x, y, z, a, b;
  x = input;
  y = 0;
  if (x > 0) {
    y = input;
  } else {
    y = 0 - 1;
  }
  z = input;
  a = 1 / ((x == 5 && y == 7 && z == 11) == 0);
  b = 1 / ((x == 0 - 5 && z == 13) == 0);
  return a + b;
}
