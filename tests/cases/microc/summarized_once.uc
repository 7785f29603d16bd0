// A variable that a loop sets to a quotient has its initial value before the first iteration.
// expect: bug division-by-zero @12
main() {
  var a, b;
  a = input;
  b = input;
  if ((a > 0) && (b > 0) && (b < 10)) {
    while ((b < a / 2 + 1) && (b < 10)) {
      b = a / 2;
      a = a + 1;
    }
    a = 1 / (b - 50);
  }
  return 0;
}
