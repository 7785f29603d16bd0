// A stack as a list: size() operations; the sum of what is on it, and its height, are always known.
size() { return 8; }
holds(condition) { return 1 / condition; }

main() {
  var top, n, i, choice, value, sum, height, ok;
  top = null;
  sum = 0;
  height = 0;
  n = size();
  i = 0;
  while (i < n) {
    choice = input;
    if (choice) {
      value = input;
      sum = sum + value;
      height = height + 1;
      top = alloc {value: value, below: top};
    } else if (top != null) {
      sum = sum - (*top).value;
      height = height - 1;
      top = (*top).below;
    }
    i = i + 1;
  }
  while (top != null) {
    sum = sum - (*top).value;
    height = height - 1;
    top = (*top).below;
  }
  ok = holds(sum == 0);
  return holds(height == 0) - 1;
}
