// Arithmetic by cases on N pairs of numbers: sign, absolute value, minimum and maximum, with the laws that connect them.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
#ifndef N
#define N 3
#endif

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return 0;
}
static int absolute(int x) { return x < 0 ? -x : x; }
static int maximum(int x, int y) { return x > y ? x : y; }
static int minimum(int x, int y) { return x < y ? x : y; }

int main(void) {
  int agree = 0, differ = 0, balance = 0;
  for (int i = 0; i < N; i++) {
    int x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();
    int least = minimum(x, y), greatest = maximum(x, y);
    assert(least <= greatest && least + greatest == x + y);
    assert(greatest - least == absolute(x - y));
    assert(absolute(x) == maximum(x, -x));
    if (sign(x) == sign(y)) agree++;
    else differ++;
    balance += sign(x - y);
  }
  assert(agree + differ == N);
  assert(balance >= -N && balance <= N);
  return 0;
}
