// Listing 4.7 as a whole program: neither value of the divisor is zero.
// expect: safe
// paths: 2
main() {
  var a;
  a = 0;
  if (input) {
    a = 1;
  } else {
    a = 2;
  }
  return 1 / a;
}
