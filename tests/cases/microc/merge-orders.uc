// Integers between others: two fit between x and x + 3, where only one fits between x and x + 2.
// expect: bug division-by-zero @26
main() {
  var x, y, z, one, two;
  x = input;
  y = input;
  z = input;
  one = 0;
  two = 0;
  if (x < y) {
    if (y < z) {
      if (x + 3 > z) {
        one = 1;
      }
      if (x + 4 > z) {
        two = 1;
      }
    }
  }
  if (one > 0) {
    x = 2 / (y - x);
    x = 1 / (y - z + 2);
    x = y - 1;
  }
  if (two > one) {
    y = 1 / (y - x - 2);
  }
  return x;
}
