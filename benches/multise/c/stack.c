// A stack as a list: N operations; the sum of what is on it, and its height, are always known.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
#ifndef N
#define N 10
#endif

struct node {
  unsigned value;
  struct node *below;
};
static struct node *top;

static void push(unsigned value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->below = top;
  top = n;
}

static unsigned pop(void) {
  struct node *n = top;
  unsigned value = n->value;
  top = n->below;
  free(n);
  return value;
}

int main(void) {
  unsigned sum = 0;
  int height = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_bool()) {
      unsigned value = __VERIFIER_nondet_uint();
      sum += value;
      height++;
      push(value);
    } else if (top) {
      sum -= pop();
      height--;
    }
  }
  while (top) {
    sum -= pop();
    height--;
  }
  assert(sum == 0 && height == 0);
  return 0;
}
