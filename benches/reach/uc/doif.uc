// A loop that does one of four things for each element.
size() { return 30; }
target() { return 1; }

main() {
  var i, element, x, y, z;
  x = 0;
  y = 0;
  z = 0;
  i = 0;
  while (i < size()) {
    element = input;
    if (element == 1) x = x + 1;
    else if (element == 2) y = y + 1;
    else if (element > 5) z = z + 2;
    i = i + 1;
  }
  if ((x > size() / 3) && (x + y == size() - size() / 6) && (z == size() / 15 * 2)) i = target();
  return 0;
}
