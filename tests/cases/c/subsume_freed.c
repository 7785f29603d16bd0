// A path frees what others keep. That is no number, but a label must not forget it.
// expect: bug use-after-free @15
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof(int)), input = __VERIFIER_nondet_int(), n = 0;
  if (!p)
    return 0;
  *p = 1;
  if (input > 10)
    n = 1;
  else if (input == 7)
    free(p), n = 1;
  if (n)
    n = *p;
  return n;
}
