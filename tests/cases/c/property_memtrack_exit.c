// A local of main may lead to the memory when exit ends the program within a call.
// expect: incomplete unmodelled-operation
// options: --property valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof(int));
  if (__VERIFIER_nondet_int()) exit(1);
  free(p);
  return 0;
}
