// Failures that need a number of allocations: of objects in a list, and of objects that hold their number.
// expect: bug division-by-zero @18
// expect: bug division-by-zero @29
main() {
  var list, node, count, p, i, n;
  n = input;
  list = null;
  i = 0;
  while (i < n && i < 5) {
    list = {next: list};
    i = i + 1;
  }
  if (input) {
    count = 0;
    node = list;
    while (node != null) {
      count = count + 1;
      if (count == 4) { output 1 / 0; }
      node = node.next;
    }
  } else {
    p = alloc 0;
    n = input;
    i = 0;
    while (i < n && i < 6) {
      p = alloc *p + 1;
      i = i + 1;
    }
    output 1 / (*p - 5);
  }
  return 0;
}
