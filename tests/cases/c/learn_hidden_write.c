// What a state depends on is changed where the search through abstract states does not see it: by
// a pointer, by a function that is called through one, and by the library.
// expect: bug assertion @36
// expect: bug assertion @38
// expect: bug assertion @41
// options: --disable signed-overflow
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int state, mode, level;
static int *const places[] = {&state, &level};

static void raise(void) { mode = 2; }
static void lower(void) { mode = 0; }

static void (*const effects[])(void) = {lower, raise};

int main(void) {
  for (int i = 0; i < 2; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 5)
      return 0;
    state = 1;
    mode = 0;
    if (x == 1)
      *places[x - 1] = 5;
    if (x == 2)
      effects[x - 1]();
    if (x == 3) {
      int other = 9;
      memcpy(&level, &other, sizeof level);
    }
    int again = __VERIFIER_nondet_int();
    if (again == 1)
      assert(state == 1);
    if (again == 2)
      assert(mode == 0);
    level = level > 9 ? 1 : level;
    if (again == 3)
      assert(level != 9);
  }
  return 0;
}
