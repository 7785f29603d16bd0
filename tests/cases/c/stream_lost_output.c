// What is in a buffer at `_exit` is lost, and what is there at `exit` is written after the functions
// of `atexit`. A file that was written shows it.
// expect: bug assertion @11
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static FILE *file;
static void at_exit(void) {
  assert(fgetc(fopen("file", "r")) == 'a');
}
int main(void) {
  int flushes;
  klee_make_symbolic(&flushes, sizeof flushes, "flushes");
  atexit(at_exit);
  file = fopen("file", "w");
  fputs("abc", file);
  if (flushes) fflush(NULL);
  return 0;
}
