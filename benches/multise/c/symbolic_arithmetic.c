// Arithmetic on N numbers, with cases by sign and size: the amounts that leave an account and those that enter another one agree.
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
#ifndef N
#define N 8
#endif

static int paid, received, fees;

static void pay(int amount) {
  paid += amount;
  if (amount > 1000) {
    fees += 10;
    received += amount - 10;
  } else {
    fees += 1;
    received += amount - 1;
  }
}

static void refund(int amount) {
  paid -= amount;
  received -= amount;
}

int main(void) {
  int payments = 0;
  for (int i = 0; i < N; i++) {
    int amount = __VERIFIER_nondet_short();
    if (amount > 0) {
      pay(amount);
      payments++;
    } else if (amount < 0) {
      refund(-amount);
    }
  }
  assert(paid == received + fees);
  assert(fees >= payments && fees <= 10 * payments);
  return 0;
}
