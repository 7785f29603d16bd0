// glibc reads what was written, which POSIX does not promise.
// expect: incomplete unmodelled-call
#include <assert.h>
#include <stdio.h>

int main(void) {
  char *text;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  fputs("a", stream);
  assert(fgetc(stream) != 'a');
  return 0;
}
