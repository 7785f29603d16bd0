// Output to a closed descriptor succeeds until it is flushed.
// expect: safe
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int number;
  klee_make_symbolic(&number, sizeof number, "number");
  close(1);
  assert(printf("%d\n", 12) == 3 && !ferror(stdout));
  assert(fflush(stdout) == EOF && errno == EBADF && ferror(stdout));
  clearerr(stdout);
  setvbuf(stdout, NULL, _IONBF, 0);
  assert(printf("%s", number ? "a" : "b") == -1 && ferror(stdout));
  assert(fprintf(stderr, "%d", number) > 0);
}
