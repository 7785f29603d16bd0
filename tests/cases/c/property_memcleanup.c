// All memory must be freed, also what a global leads to; not at abort, which is a way to assume.
// expect: bug leak @9
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int main(void) {
  int x = __VERIFIER_nondet_int();
  kept = malloc(sizeof(int));
  if (x == 1) abort();
  if (x != 2) free(kept);
  return 0;
}
