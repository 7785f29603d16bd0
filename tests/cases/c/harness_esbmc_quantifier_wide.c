// expect: incomplete unmodelled-call
#include <assert.h>

int main(void) {
  int n;
  assert(__ESBMC_forall(&n, n <= 1024 || n != 1000000));
  return 0;
}
