// Listing 4.10: the division fails if the loop starts with x == n.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: summaries-cdse summaries-dfs summaries-dynamic summaries-klee summaries-multise
// proved: summaries-subsume
// proved: summaries-packed
// expect: bug division-by-zero @21
main() {
  var n, x, z;
  n = input;
  x = input;
  z = input;
  while (x < n) {
    if (z > x) {
      x = x + 1;
    }
    else {
      z = z + 1;
    }
  }
  return 1 / (x - n);
}
