/* The second loop goes as far as the first has counted. */
#include <klee/klee.h>
void target(void) {}
int main(void) {
  int n, i = 0, j = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  while (i < n) i += 4;
  while (j < i) j += 2;
  if (j == 15) target();
  return 0;
}
