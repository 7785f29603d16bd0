// A multiple of four is not 15.
target() { return 1; }

main() {
  var n, i;
  n = input;
  i = 0;
  while (i < n) i = i + 4;
  if (i == 15) i = target();
  return 0;
}
