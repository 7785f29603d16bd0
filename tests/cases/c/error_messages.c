// error, warn and perror name the program; `error` with a status ends it.
// expect: safe
// run: exit 3
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  assert(!strcmp(program_invocation_name, "error_messages") && !strcmp(strerror(ENOSPC), "No space left on device"));
  warnx("%d", 1);
  error(0, ENOENT, "%s", "file");
  errno = EIO;
  perror("reading");
  assert(error_message_count == 1);
  error(3, 0, "the end");
  assert(0);
}
