// Pointers to locals of blocks that `longjmp` left, or that were entered past the declaration.
// expect: bug use-after-free @17
// expect: bug use-after-free @29
// expect: bug use-after-free @45
// expect: bug uninitialized @59
// expect: bug uninitialized @74
#include <klee/klee.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf back;
static void set(int **place, int *value) { *place = value; }
static void leave(void) { longjmp(back, 1); }

static int left_by_end(void) {
  int *p;
  if (!setjmp(back)) { int x = 1; set(&p, &x); } else return 0; return *p;
}

static int left_by_jump(void) {
  int *volatile p = NULL;
  if (!setjmp(back)) {
    int x = 1;
    set((int **)&p, &x);
    leave();
  } else {
    int y = 2;
    set((int **)&p, p);
    return *p + y;
  }
  return 0;
}

static int left_past(int c) {
  int *p = NULL;
  for (int i = 0; i < 2; i++) {
    if (c) goto inside;
    {
      int x;
    inside:
      set(&p, &x);
      x = 5;
    }
    if (i)
      return *p;
  }
  return 0;
}

static int entered_again(int c) {
  int *p = NULL, sum = 0;
  for (int i = 0; i < 2; i++) {
    if (i) goto inside;
    {
      int x = c;
    inside:
      set(&p, &x);
      if (i)
        if (*p == 7) return 1;
      if (i) return 2;
      sum += *p;
    }
  }
  return sum;
}

static int declared_again(void) {
  volatile int rounds = 0;
  setjmp(back);
  {
    int x, *p;
    set(&p, &x);
    if (rounds)
      if (x == 3) return 1;
    if (rounds) return 2;
    x = 3;
    rounds++;
    leave();
  }
  return 0;
}

int main(void) {
  switch (klee_range(0, 5, "which")) {
  case 0: return left_by_end();
  case 1: return left_by_jump();
  case 2: return left_past(klee_range(0, 2, "c"));
  case 3: return entered_again(klee_int("c"));
  default: return declared_again();
  }
}
