// Numbers have no bound: no sum overflows, and products are exact.
// expect: bug division-by-zero @8
main() {
  var x, big;
  x = input;
  big = 100000000000000000000000000000000000000000000000000;
  if (x > big) {
    x = x / (x - (big + 1));
  }
  return 0;
}
