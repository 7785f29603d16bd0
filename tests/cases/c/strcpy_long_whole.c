// What is copied into exactly the room that there is has all its bytes.
// expect: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char from[9], to[6];
  klee_make_symbolic(from, sizeof from, "from");
  from[8] = 0;
  klee_assume(from[3] == 0 || from[4] == 0 || from[5] == 0);
  strcpy(to, from);
  int is_full = strlen(to) == 5 && to[4] == 'z';
  assert(!is_full);
  return 0;
}
