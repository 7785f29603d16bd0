// Listing 3.1: the divisor is not zero where it is used.
// expect: safe
// paths: 2
main() {
  var y, z;
  z = input;
  y = 1;
  if (z == 0) {
    y = 2;
  } else {
    y = 3 / z;
  }
  return y;
}
