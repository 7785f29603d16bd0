// A handler that runs at exit finds the bug.
// expect: bug assertion @8
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
static int open_files;
static void check(void) {
  assert(open_files == 0);
}
int main(void) {
  atexit(check);
  open_files++;
  if (klee_int("x") == 77) exit(1);
  open_files--;
  return 0;
}
