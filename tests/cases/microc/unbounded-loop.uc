// Listing 3.2: the number of rounds is an input. (The thesis returns a variable that is not declared.)
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise
// proved: summaries-packed cdse cdse-free
// input: 2
// run: exit 2
// output: 1
// output: 1
main() {
  var i, n;
  n = input;
  i = 0;
  while (i < n) {
    if (i < 100) {
      output 1;
    }
    else {
      output 2;
    }
    i = i + 1;
  }
  return i;
}
