/* A multiple of four is not 15. */
#include <klee/klee.h>
void target(void) {}
int main(void) {
  int n, i = 0;
  klee_make_symbolic(&n, sizeof n, "n");
  while (i < n) i += 4;
  if (i == 15) target();
  return 0;
}
