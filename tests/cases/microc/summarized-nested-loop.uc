// Listing 4.13: x and z are n after each round, so that the sum is the square of n. Summaries of both loops prove it; exploration
// alone does not end.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: summaries-dfs summaries-klee summaries-dynamic
// proved: summaries-subsume summaries-cdse
// proved: summaries-packed
main() {
  var n, x, z, res, i, realX, realZ;
  n = input;
  x = input;
  z = input;
  res = 0;
  if (n <= 0) {
    n = 1;
  }
  if (x >= n) {
    x = n - 1;
  }
  if (z >= n) {
    z = n - 1;
  }
  realX = x;
  realZ = z;

  i = 0;
  while (i < n) {
    x = realX;
    z = realZ;
    while (x < n) {
      if (z > x) {
        x = x + 1;
      }
      else {
        z = z + 1;
      }
    }
    res = res + x;
    i = i + 1;
  }

  if (res == n * n) {
    res = 1;
  }
  else {
    res = 0;
  }

  return 1 / res;
}
