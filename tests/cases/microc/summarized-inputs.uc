// Iterations read inputs, allocate and print. What is live after the second one could have been so after the first one, so it
// adds nothing; exploration alone does not end.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-subsume
// proved: summaries-packed
main() {
  var x, p;
  x = input;
  while (x > input) {
    p = [input, x, 3];
    output p[0];
    x = input;
    if (x == p[1]) {
      p[2] = x;
    }
  }
  return 10 / (1 + (x == x));
}
