// A program without handlers ends by SIGPIPE, which is no failure.
// expect: safe
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  assert(pipe(ends) == 0 && close(ends[0]) == 0);
  write(ends[1], "x", 1);
  assert(0);
}
