// Two of them in sequence, of a given length: the counts cannot be that large.
size() { return 5; }
cells() {
  return [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  ];
}
target() { return 1; }

main() {
  var a, b, n, i, j, count, other;
  a = cells();
  b = cells();
  i = 0;
  while (i < size()) {
    a[i] = input;
    b[i] = input;
    i = i + 1;
  }
  n = size();
  count = 0;
  other = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < n) {
      if (a[i] == b[j]) count = count + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  i = 0;
  while (i < n) {
    j = 0;
    while (j < n) {
      if (a[i] > b[j]) other = other + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  if (count + other > size() * size()) i = target();
  return 0;
}
