// A pointer to a local of a block that was left: by falling out of it, by `break`, by `goto`, and after the last round of a loop.
// expect: bug use-after-free @15
// expect: bug use-after-free @22
// expect: bug use-after-free @29
// expect: bug use-after-free @37
#include <klee/klee.h>
static int fallen_out(int c) {
  int *p;
  {
    int x = c;
    p = &x;
    *p += 1;
  }
  int y = c;
  return *p + y;
}
static int broken_out(int c) {
  int *p = &c;
  for (int i = 0; i < 2; i++) {
    int row[2] = {i, c}; p = row;
    if (row[1] == 7) break; }
  return p[0];
}
static int jumped_out(int c) {
  int *p = &c;
  { int x[1] = {c}; p = x; if (c < 5) goto out; p = &c; }
out:
  c++;
  return *p;
}
static int last_round(int n) {
  int *p = &n;
  for (int i = 0; i < n; i++) {
    int x = i;
    p = &x;
  }
  return *p;
}
int main(void) {
  int c = klee_range(0, 10, "c");
  switch (klee_range(0, 4, "which")) {
    case 0: return fallen_out(c);
    case 1: return broken_out(c);
    case 2: return jumped_out(c);
    default: return last_round(c & 1);
  }
}
