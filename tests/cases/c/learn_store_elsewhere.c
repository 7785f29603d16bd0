// Whether the assertion holds depends on a store that only some paths make, through a pointer. A
// clause that forgets the branches between store and load excludes the path that fails.
// expect: bug assertion @21
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int value;
static int *place;

int main(void) {
  int *same = &value;
  *same = 1;
  if (__VERIFIER_nondet_int())
    place = same;
  if (__VERIFIER_nondet_int() > 3) {
    if (place)
      *place = 2;
  }
  if (__VERIFIER_nondet_int() == 7)
    value = value + 1;
  assert(value < 3);
  return 0;
}
