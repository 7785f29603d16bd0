// Places made on one side only, linked to a list, and null at its end.
// expect: safe
push(list, value) {
  return alloc {value: value, next: list};
}

main() {
  var list, node, c, i, sum, expected;
  list = null;
  expected = 0;
  i = 1;
  while (i < 5) {
    c = input;
    if (c > 0) {
      list = push(list, i);
      expected = expected + i;
    }
    i = i + 1;
  }
  sum = 0;
  while (list != null) {
    node = *list;
    sum = sum + node.value;
    list = node.next;
  }
  return 1 / (sum == expected);
}
