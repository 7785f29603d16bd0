// Listing 4.3: the division is unreachable, but the loop has no bound. Path subsumption proves it safe; exploration alone does not
// end.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise
// proved: summaries-packed
main() {
  var x, y, i, n;
  x = input;
  i = input;
  n = input;
  y = x;
  while (i < n) {
    x = x + 1;
    i = i + 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
