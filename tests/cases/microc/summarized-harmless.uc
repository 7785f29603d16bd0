// The counters are others in each iteration, but nothing fails behind the loops whatever they are.
// expect: incomplete depth-limit
// options: --max-depth 12
// proved: subsume-dfs subsume-klee summaries-dfs summaries-klee summaries-subsume
// proved: summaries-packed
main() {
  var i, k, n, q;
  n = input;
  i = 0;
  k = 1;
  while (i < n) {
    q = {value: input, other: k};
    while (input < q.value) {
      k = k * 3;
      i = i + input;
    }
    i = i + 1;
  }
  return k / 7;
}
