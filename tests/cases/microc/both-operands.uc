// Both operands of && are always evaluated.
// expect: bug division-by-zero @6
main() {
  var x;
  x = input;
  if (x != 0 && 1 / x) {
    output x;
  }
  return 0;
}
