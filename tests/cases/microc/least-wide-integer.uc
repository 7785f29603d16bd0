// The least integer of 128 bits has no absolute value of that width: comparisons with it are not
// contradictory.
// expect: bug division-by-zero @12
// expect: bug division-by-zero @19
main() {
  var x, y, z, w, c, r;
  x = input;
  y = input;
  z = input;
  w = input;
  r = 1;
  if (x == y + 1) { if (y == z + 1) { if (z == w + 1) { if (x == -170141183460469231731687303715884105728) { r = 1 / 0; } } } }
  c = 0;
  if (x == y + 2) { c = c + 1; }
  if (y == z + 2) { c = c + 1; }
  if (z == w + 2) { c = c + 1; }
  if (x == -170141183460469231731687303715884105728) { c = c + 1; }
  if (c == 4) {
    r = 1 / 0;
  }
  return 0;
}
