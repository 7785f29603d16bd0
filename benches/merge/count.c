// Bytes counted under a condition, with a call in each branch.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#ifndef N
#define N 10
#endif

static int letters, others;
static void letter(void) { letters++; }
static void other(void) { others++; }

int main(void) {
  for (int i = 0; i < N; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= 'a' && c <= 'z') letter();
    else other();
  }
  assert(letters + others == N);
  assert(letters >= 0 && others >= 0);
  return 0;
}
