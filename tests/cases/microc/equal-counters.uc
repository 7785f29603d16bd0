// Two counters stay equal.
// expect: safe
main() {
  var i, j, n;
  n = input;
  if (n > 7) n = 7;
  i = 0;
  j = 0;
  while (i < n) {
    i = i + 1;
    j = j + 1;
    if (input > 3) {
      if (i != j) j = 1 / 0;
    }
  }
  return 0;
}
