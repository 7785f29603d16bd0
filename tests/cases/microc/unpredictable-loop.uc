// Listing 4.12: what is added to the loop's variable is an input of each round.
// expect: incomplete depth-limit
// options: --max-depth 8
// proved: cdse cdse-free subsume-dfs subsume-klee
// proved: summaries-subsume summaries-cdse
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
main() {
  var i, j, k, n;
  i = input;
  k = input;
  n = input;
  while (i < n) {
    j = input;
    i = i + j;
    k = k + 1;
  }
  return k;
}
