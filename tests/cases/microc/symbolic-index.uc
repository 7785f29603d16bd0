// Listing 5.3: an element with an unknown index is written and read.
// expect: safe
main() {
  var arr, i, res;
  arr = [0, 1, 2];
  i = input;
  res = 0;
  if (i < 3 && i >= 0) {
    arr[i] = -1;
    res = 1 / arr[i];
  }
  return res;
}
