// Two loops that do one of four things for each element.
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
  i = 0;
  while (i < size()) {
    element = input;
    if (element == x) y = y + 1;
    else if (element < 0) z = z + 1;
    else if (element > 9) x = x - 1;
    i = i + 1;
  }
  if ((x > size() / 2) && (x + y == size() + 5) && (z > size() / 2)) i = target();
  return 0;
}
