// Copies of objects that clang makes by calls of the program's own functions.
// expect: bug assertion @33
// expect: bug assertion @36
// run: exit 0
// input: 0
#include <assert.h>
#include <string.h>

struct small { char bytes[32]; };
struct large { char bytes[33]; };

static int calls;

void *memcpy(void *to, const void *from, size_t bytes) {
  calls++;
  for (size_t i = 0; i < bytes; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
  calls++;
  return to;
}

int main(void) {
  static struct small small = {"a"}, other_small;
  static struct large large = {"b"}, other_large;
  int which = __VERIFIER_nondet_int();
  other_small = small;
  assert(calls == 0 && other_small.bytes[0] == 'a');
  other_large = large;
  assert(other_large.bytes[0] == 'b');
  if (which == 2) assert(calls == 0);
  memcpy(&other_small, &large, 1);
  assert(other_small.bytes[0] == 'b');
  if (which == 3) assert((memmove(&other_small, "c", 1), other_small.bytes[0] == 'c'));
  return 0;
}
