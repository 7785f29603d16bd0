// Listing 4.11: the paths through the loop take no regular turns. (The thesis returns a quotient of variables that are not
// declared.)
// expect: incomplete depth-limit
// options: --max-depth 8
// proved: subsume-dfs subsume-klee cdse cdse-free
// proved: summaries-subsume summaries-cdse
// proved: summaries-dfs summaries-klee
// proved: summaries-packed
main() {
  var i, j, a;
  i = input;
  j = input;
  a = input;
  while (i < 100) {
    if (a <= 5) {
      a = a + 1;
    }
    else {
      a = a - 4;
    }
    if (j < 8) {
      j = j + 1;
    }
    else {
      j = j - 3;
    }
    i = i + 1;
  }
  return 1 / (i - 99);
}
