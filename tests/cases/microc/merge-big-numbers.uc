// Numbers of any size: on one side they grow out of every machine word, and back.
// expect: bug division-by-zero @22
main() {
  var c, x, i, y;
  c = input;
  x = 3;
  i = 0;
  while (i < 6) {
    if (c > i) {
      x = x * x;
    } else {
      x = x + 1;
    }
    i = i + 1;
  }
  y = 0;
  while (x > 1000) {
    x = x / 1000;
    y = y + 1;
  }
  x = x + y;
  return 1 / (x - 45);
}
