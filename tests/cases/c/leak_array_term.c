// A pointer that is stored at one of many offsets may keep its object.
// expect: incomplete unmodelled-operation
// options: --enable leak
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *table[5000];
int main(void) {
  unsigned c = (unsigned)__VERIFIER_nondet_int();
  table[c % 5000] = malloc(7);
  return 0;
}
