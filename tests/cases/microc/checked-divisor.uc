// Listing 5.6: the divisor was made non-zero, and the last condition never holds.
// expect: safe
// paths: 2
main() {
  var x, y, i;
  x = input;
  i = input;
  y = x;
  if (i == 0) {
    i = 1;
  }
  i = 1 / i;
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
