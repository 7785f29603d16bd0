// Listing 5.5: the array access is unreachable, the division is not.
// expect: incomplete depth-limit
// options: --max-depth 10
// expect: bug division-by-zero @17
// proved: subsume-dfs subsume-klee summaries-subsume summaries-dfs summaries-klee summaries-packed
main() {
  var a, b, c, i, n;
  n = input;
  a = input;
  b = 0;
  c = [1, 2, 3];
  i = 0;
  if (a != 0) {
    a = 1;
  }
  while (i < n) {
    b = b / a;
    if (i == -1) {
      b = c[3];
    }
    i = i + 1;
  }
  return b;
}
