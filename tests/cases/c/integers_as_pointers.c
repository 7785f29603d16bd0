// Functions write through numbers that are addresses: what they may write to is not known from
// their parameters.
// expect: bug assertion @20
// expect: bug assertion @22
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
struct box {
  uintptr_t place;
};
static int a = 1, b = 1;
static uintptr_t pick(int first, uintptr_t p, uintptr_t q) { return first ? p : q; }
static void store(struct box box, int value) { *(int *)box.place = value; }
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  struct box box = {pick(x > 0, (uintptr_t)&a, (uintptr_t)&b)};
  store(box, 0);
  if (y > 10) {
    int is_set = a == 0;
    if (is_set) assert(y != 77);
  }
  if (b == 0) assert(y != -5);
  return 0;
}
