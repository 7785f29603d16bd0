/* What is read as a truth value is 0 or 1; other bytes are a failure, also where nothing depends on
 * it. Bytes as such may be anything. */
// expect: bug sanitizer @13
#include <klee/klee.h>
#include <stdbool.h>
#include <string.h>

struct option { char name; bool given; };

static bool given(const unsigned char *bytes) {
  struct option option;
  memcpy(&option, bytes, sizeof option);
  return option.given;
}

int main(void) {
  unsigned char bytes[sizeof(struct option)];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  if (bytes[0] == 'x') {
    bytes[1] = bytes[1] != 0;
    return given(bytes);
  }
  return bytes[0] == 'y' && given(bytes);
}
