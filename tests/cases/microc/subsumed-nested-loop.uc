// Listing 4.5: as listing 4.3, with a loop in the loop.
// expect: incomplete depth-limit
// options: --max-depth 8
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise
// proved: summaries-packed
main() {
  var x, y, i, j, n;
  x = input;
  i = input;
  j = input;
  n = input;
  y = x;
  while (i < n) {
    i = i + 1;
    while (j < n) {
      x = x + 1;
      j = j + 1;
    }
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
