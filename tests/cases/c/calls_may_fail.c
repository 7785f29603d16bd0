// Each call may fail once: a program that does not look loses its data.
// options: --fail-calls 1 --stdin 1
// expect: bug assertion @12
// expect: bug assertion @14
// expect: bug assertion @16
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  assert(getchar() != EOF || feof(stdin));
  int file = open("own", O_WRONLY | O_CREAT, 0600), failed = file < 0;
  assert(!failed);
  puts("text");
  assert(fflush(stdout) == 0 && !ferror(stdout));
  if (write(file, "x", 1) != 1) {
    failed++;
    assert(errno == ENOSPC || errno == EIO || errno == EINTR);
  }
  if (close(file)) failed++;
  assert(failed <= 1);
  return 0;
}
