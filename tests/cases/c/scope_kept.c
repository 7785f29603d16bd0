// Pointers to locals of blocks that are still open: none of these is a failure, however control comes into a block and goes round in it.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
static void set(int *place, int value) { *place = value; }
static int jump_into(int c) {
  if (c) goto in;
  {
    int x;
    set(&x, 3);
  in:
    set(&x, 4);
    return x;
  }
}
static int case_into(int c) {
  int *p, sum = 0;
  for (int i = 0; i < 3; i++) {
    switch (c + i) {
      int x;
      case 1: set(&x, 5); p = &x; sum += *p; break;
      default: set(&x, 6); p = &x; sum += *p;
    }
  }
  return sum;
}
static int again(int c) {
  {
    int x, *p = &x, rounds = 0;
    set(p, 0);
  back:
    *p += 2;
    if (rounds++ < c) goto back;
    return x;
  }
}
static int nested(int c) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int row[3] = {i, i, c}, *p = row;
    for (int j = 0; j < 3; j++) {
      int here = p[j], *q = &here;
      if (j == c) continue;
      sum += *q;
      if (*q > 1) break;
    }
    p = row + 1;
    sum += *p;
  }
  return sum;
}
static int recursive(int n, int *up) {
  if (!n) return *up;
  {
    int own = *up + n;
    return recursive(n - 1, &own) + own;
  }
}
static int value_of_block(int c) { return ({ int x = c, *p = &x; *p + 1; }) + ({ int y[2] = {c, 1}; y[c & 1]; }); }
static void clean(int *place) { assert(*place == 9); }
static int cleaned_up(void) {
  {
    __attribute__((cleanup(clean))) int x = 8;
    set(&x, 9);
  }
  return 1;
}
int main(void) {
  int c = klee_range(0, 3, "c");
  assert(jump_into(c) == 4);
  assert(case_into(c) >= 15);
  assert(again(c) == 2 * c + 2);
  assert(nested(c) >= 0);
  assert(recursive(2, &c) >= c);
  assert(value_of_block(c) > c);
  assert(cleaned_up());
  return 0;
}
