// Locals of blocks that are open, in functions that call `setjmp`, and compound literals.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;
static void set(int *place, int value) { *place = value; }
static void leave(int status) { longjmp(back, status); }

static int within(int c) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x[2];
    set(x, c);
    if (!setjmp(back)) {
      int y;
      set(&y, 3);
      set(x + 1, y);
      leave(2);
    }
    sum += x[0] + x[1];
  }
  return sum;
}

static int rounds(int c) {
  volatile int left = 3, sum = 0;
  int status = setjmp(back);
  while (left > 0) {
    int here;
    set(&here, left);
    sum += here;
    left--;
    if (here == c) leave(1);
  }
  return sum + status - status;
}

struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; }

static int literals(int c) {
  int total = 0, *kept = &(int){1};
  for (int i = 0; i < 3; i++) {
    const struct pair *p = &(struct pair){i, c};
    total += sum(p) + sum(&(struct pair){*kept, c & 1 ? *(int[]){4} : 5});
  }
  return total;
}

int main(void) {
  int c = klee_range(1, 4, "c");
  assert(within(c) == 2 * (c + 3));
  assert(rounds(c) == 6);
  assert(literals(c) == 3 + 3 * c + 3 + (c & 1 ? 12 : 15));
  return 0;
}
