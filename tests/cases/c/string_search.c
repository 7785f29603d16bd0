// strchr, strrchr, strstr, strspn, strpbrk.
// expect: safe
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  char *first = strchr(s, 'x'), *last = strrchr(s, 'x');
  assert(!first == !last && first <= last);
  if (first) assert(*first == 'x' && strcspn(s, "x") == (size_t)(first - s));
  char *found = strstr(s, "ab");
  if (found) assert(found[0] == 'a' && found[1] == 'b');
  assert(strchr(s, 0) == s + strlen(s));
  return 0;
}
