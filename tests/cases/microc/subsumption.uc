// Listing 4.2: the division by zero is unreachable.
// expect: safe
// paths: 3
main() {
  var x, y;
  x = 0;
  if (input) {

  } else {
    y = input;
    if (y < 0) {
      y = 0 - y;
    }
    x = x + y;
  }
  if (x >= 0) {

  } else {
    x = 1 / 0;
  }
  return 0;
}
