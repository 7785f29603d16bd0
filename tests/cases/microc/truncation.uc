// Division truncates towards zero, on concrete and on unknown numbers.
// expect: safe
main() {
  var x;
  if (-7 / 2 != -3) { x = 1 / 0; }
  if (7 / -2 != -3) { x = 1 / 0; }
  x = input;
  if (x == -7) {
    if (x / 2 != -3) { x = 1 / 0; }
    if (x / -2 != 3) { x = 1 / 0; }
  }
  return 0;
}
