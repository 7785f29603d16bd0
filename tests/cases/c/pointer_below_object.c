// A pointer below its object compares below it, as the addresses do.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  char bytes[6];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  const char *end = bytes + sizeof bytes, *near_end = end - 16;
  assert(!(bytes < near_end));
  assert(near_end < end);
  return 0;
}
