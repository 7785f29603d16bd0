// Where reading a variable without a value does not count, the program ends there all the same.
// expect: bug division-by-zero @8
// options: --disable uninitialized
main() {
  var y, x;
  x = input;
  if (x == 3) y = 7;
  if (x < 9) { if (y == 7) { x = 1 / 0; } }
  return 0;
}
