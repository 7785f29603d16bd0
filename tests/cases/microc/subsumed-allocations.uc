// Endless loops that allocate: each iteration has other objects, and in none of them anything fails. Labels are proved for all
// objects that may stand for those of the first iteration; exploration alone does not end.
// expect: incomplete depth-limit
// options: --max-depth 10
// proved: subsume-dfs subsume-klee
// proved: summaries-subsume
main() {
  var p, list, row;
  p = alloc input;
  list = {value: 1, next: null};
  while (input) {
    p = alloc *p;
    row = [input, *p];
    list = {value: 1, next: list};
    if (row[1] == *p) {
      output 1 / list.value;
    } else {
      output 1 / 0;
    }
  }
  return *p;
}
