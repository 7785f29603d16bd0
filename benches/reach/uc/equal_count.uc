// Nested loops that count equal pairs; how far they go is an input.
size() { return 10; }
cells() {
  return [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0
  ];
}
target() { return 1; }

main() {
  var a, b, n, i, j, count;
  a = cells();
  b = cells();
  i = 0;
  while (i < size()) {
    a[i] = input;
    b[i] = input;
    i = i + 1;
  }
  n = input;
  if (n > size()) n = size();
  count = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < n) {
      if (a[i] == b[j]) count = count + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  if (count == 2 * size() + 5) i = target();
  return 0;
}
