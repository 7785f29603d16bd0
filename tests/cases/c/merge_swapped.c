// Pointers that change places on one side, again and again: a permutation stays one.
// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int values[3] = {1, 2, 4}, *p[3] = {values, values + 1, values + 2};
  unsigned char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 4; i++) {
    if (s[i] > 100) {
      int *t = p[i % 3];
      p[i % 3] = p[(i + 1) % 3];
      p[(i + 1) % 3] = t;
    }
  }
  assert(*p[0] + *p[1] + *p[2] == 7);
  assert(p[0] != p[1] && p[1] != p[2] && p[0] != p[2]);
  *p[0] = *p[1] = *p[2] = 0;
  assert(values[0] == 0 && values[1] == 0 && values[2] == 0);
  return 0;
}
