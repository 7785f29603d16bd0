// Texts that end, and as many bytes as there are: nothing fails, whatever the size.
// expect: safe
// options: --entry f --pointer-elements 3
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int f(char *text, unsigned char *to, const unsigned char *from, unsigned long bytes) {
  if (to && from) {
    klee_assume(bytes <= klee_get_obj_size(to) && bytes <= klee_get_obj_size((void *)from));
    memcpy(to, from, bytes);
    assert(bytes == 0 || to[bytes - 1] == from[bytes - 1]);
    memset(to, 1, bytes);
    return bytes < klee_get_obj_size(to) ? to[bytes] : 0;
  }
  if (text) {
    klee_assume(text[klee_get_obj_size(text) - 1] == '\0');
    assert(strlen(text) < klee_get_obj_size(text));
  }
  return 1;
}
