// A pointer parameter is null or points to a row of one to four numbers.
// expect: bug null-dereference @6
// expect: bug out-of-bounds @7
// options: --entry f
int f(const int *row, unsigned n) {
  int first = row[0];
  if (n < 5 && row[n] == first) return 1;
  return 0;
}
