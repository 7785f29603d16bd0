// Models that look for the end of a text find it at an address that is an input, too.
// expect: bug assertion @22
#include <assert.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);

static char name[] = "file";

int main(void) {
  uintptr_t address;
  klee_make_symbolic(&address, sizeof address, "address");
  if (address != (uintptr_t)name) return 0;
  int file = open("file", O_WRONLY | O_CREAT, 0600);
  assert(file >= 0);
  const char *text = (const char *)address;
  assert(access(text, R_OK) == 0);
  int printed = printf("%s\n", text);
  assert(printed != 5);
  return 0;
}
