// Strings of different lengths, copied on two sides, then searched, joined and compared.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  int c = klee_int("c");
  char s[16];
  const char *tail;
  if (c < 0) {
    strcpy(s, "no");
    tail = "-";
  } else if (c == 0) {
    s[0] = 0;
    tail = "empty";
  } else {
    strcpy(s, "longer");
    tail = "";
  }
  assert(strlen(s) == (c < 0 ? 2 : c == 0 ? 0 : 6));
  strcat(s, tail);
  size_t length = strlen(s);
  assert(length == (c < 0 ? 3 : c == 0 ? 5 : 6));
  assert((strcmp(s, "empty") == 0) == (c == 0));
  assert((strchr(s, '-') == s + 2) == (c < 0));
  return 0;
}
