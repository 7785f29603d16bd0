// A member of a union holds a pointer in every other iteration.
// expect: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
union u { long i; char *p; };
char c;
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  union u u;
  u.i = 5;
  long a = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2; j++) {
      if (j < 1) u.p = &c;
      else a = u.i;
    }
  assert(a != 7);
  return 0;
}
