// Listing 6.1: a shorter array takes the place of a longer one.
// expect: bug out-of-bounds @8
main() {
  var var1, x;
  var1 = [0, 1, 2, 3, 4, 5];
  x = var1[5];
  var1 = [0, 1, 2, 3];
  x = var1[5];
  return 0;
}
