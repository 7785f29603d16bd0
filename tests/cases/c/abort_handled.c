// A handler of SIGABRT runs before the program ends, so its failures count.
// expect: bug null-dereference @9
// options: --property valid-memsafety
#include <signal.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *last;
static void on_abort(int number) {
  *last = number;
}
int main(void) {
  int value = 0, x = __VERIFIER_nondet_int();
  signal(SIGABRT, on_abort);
  if (x == 7) abort();
  last = &value;
  if (x == 8) abort();
  return 0;
}
