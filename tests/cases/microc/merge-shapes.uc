// Arrays of different lengths in one variable: the third element exists for one of them.
// expect: bug out-of-bounds @14
main() {
  var c, i, a;
  c = input;
  i = input;
  if (c == 12) {
    a = [1, 2];
  } else {
    a = [1, 2, 3];
  }
  a[1] = 9;
  if (i >= 1 && i <= 2) {
    c = 1 / a[i];
  }
  return c;
}
