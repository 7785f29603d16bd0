// Listing 4.9, with a failing division for the function that is never called: a is even after the loop. A summary of the loop
// proves it; exploration alone does not end.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse summaries-multise
// proved: summaries-packed subsume-dfs subsume-klee
main() {
  var a, i, n;
  a = 0;
  i = input;
  n = input;

  while (i < n) {
    a = a + 2;
    i = i + 1;
  }

  if (a == 15) {
    a = 1 / 0;
  }
  else {
    a = 2;
  }

  return 0;
}
