// ctype.h on a symbolic character; one path.
// expect: safe
// paths: 1
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  assert(!isalpha(c) == !(isupper(c) | islower(c)));
  assert(!isalnum(c) == !(isalpha(c) | isdigit(c)));
  assert((toupper(c) != c) == (islower(c) != 0));
  assert((tolower(c) != c) == (isupper(c) != 0));
  assert((isxdigit(c) == 0) | (isalnum(c) != 0));
  assert((isspace(c) == 0) | (isprint(c) == 0) | (c == ' '));
  assert(!isalpha(-1));
  return 0;
}
