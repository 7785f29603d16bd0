// Listing 4.6 as a whole program: both branches leave the same state behind.
// expect: safe
// paths: 4
main() {
  if (input) {
    output 0;
  }
  else {
    output 1;
  }
  if (input) {
    output 2;
  }
  return 0;
}
