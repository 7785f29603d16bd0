// Paths with another number of local variables are merged in a callee: an object that is the
// caller's on one of them, and the callee's on the other, is not one.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
struct pair { int first, second; };
static struct pair read(const char *text) {
  struct pair result = {0, 0};
  while (*text == ' ')
    text++;
  if (*text == '-') result.first = 1;
  return result;
}
static int outer(const char *text) {
  struct pair value = read(text);
  if (value.second) return 7;
  return value.first;
}
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  text[2] = 0;
  int times = klee_range(0, 3, "times");
  do {
    int copy[2];
    copy[1] = text[0];
    if (copy[1] == 'x') return 0;
  } while (--times > 0);
  assert(outer(text) <= 1);
  return 0;
}
