// The second loop goes as far as the first has counted.
target() { return 1; }

main() {
  var n, i, j;
  n = input;
  i = 0;
  j = 0;
  while (i < n) i = i + 4;
  while (j < i) j = j + 2;
  if (j == 15) j = target();
  return 0;
}
