// A stack as a list: size() operations; what leaves it is what entered it last, and its height is always known.
size() { return 8; }
cells() { return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; }
holds(condition) { return 1 / condition; }

push(stack, value) {
  stack.top = alloc {value: value, below: stack.top};
  return 0;
}

pop(stack) {
  var value;
  value = (*stack.top).value;
  stack.top = (*stack.top).below;
  return value;
}

main() {
  var stack, pushed, height, n, i, choice, value, ok;
  stack = {top: null};
  pushed = cells();
  height = 0;
  n = size();
  i = 0;
  while (i < n) {
    choice = input;
    if (choice) {
      value = input;
      pushed[height] = value;
      height = height + 1;
      ok = push(stack, value);
    } else if (stack.top != null) {
      height = height - 1;
      ok = holds(pop(stack) == pushed[height]);
    }
    i = i + 1;
  }
  while (stack.top != null) {
    height = height - 1;
    ok = holds(pop(stack) == pushed[height]);
  }
  return holds(height == 0) - 1;
}
