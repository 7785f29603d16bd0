// The function that called setjmp has returned: the jump is undefined. So is a use of what the calls in between had.
// expect: bug use-after-free @19
// expect: bug use-after-free @17
#include <klee/klee.h>
#include <setjmp.h>
static jmp_buf place;
static int *left;
static int mark(void) { return setjmp(place); }
static void leave(void) {
  int here = 1;
  left = &here;
  longjmp(place, 1);
}
int main(void) {
  int stays = klee_range(0, 2, "stays");
  if (stays) {
    if (setjmp(place)) return *left;
    leave();
  } else if (!mark()) longjmp(place, 1);
  return 0;
}
