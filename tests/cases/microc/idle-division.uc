// A variable that is only divided by an invariant decides nothing. The loop is summarised.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: summaries-dfs summaries-klee summaries-subsume summaries-packed summaries-cdse
// proved: summaries-dynamic summaries-multise subsume-dfs subsume-klee
// proved: cdse cdse-free
main() {
  var n, a, b, i;
  n = input;
  a = input;
  b = input;
  if (a == 0) { a = 2; }
  i = 0;
  while (i < n) {
    b = b / a;
    i = i + 1;
  }
  if (i < 0) { i = 1 / 0; }
  return 0;
}
