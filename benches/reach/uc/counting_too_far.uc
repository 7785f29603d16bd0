// No loop counts further than there are elements.
size() { return 30; }
target() { return 1; }

main() {
  var i, element, x, y;
  x = 0;
  y = 0;
  i = 0;
  while (i < size()) {
    element = input;
    if (element == 1) x = x + 1;
    i = i + 1;
  }
  i = 0;
  while (i < size()) {
    element = input;
    if (element == 2) y = y + 1;
    i = i + 1;
  }
  if ((x > size()) && (x + y == size() + size() / 3 + 1)) i = target();
  return 0;
}
