// A variable without a value on one side, read there for one input.
// expect: bug uninitialized @14
main() {
  var c, v, r;
  c = input;
  r = 0;
  if (c > 0) {
    v = 3;
  }
  if (c > 1) {
    r = v;
  }
  if (c == 0) {
    r = v;
  }
  return r;
}
