// The padding of structures that are parameters, by value and behind a pointer, has any content: a program can look at it.
// options: --entry f
// expect: bug assertion @12
// expect: bug assertion @14
// expect: bug assertion @15
#include <assert.h>
struct pair { char c; int n; };
struct wide { struct pair inner; long double d; char last; };

int f(struct pair a, struct wide *b) {
  unsigned char *in_register = (unsigned char *)&a, *in_memory = (unsigned char *)b;
  assert(in_register[2] == 0);
  if (!b) return 0;
  assert(in_memory[3] != 9);
  assert(in_memory[30] == 0 || in_memory[47] != 7);
  return a.c;
}
