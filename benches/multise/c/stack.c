// A stack as a list: N operations; what leaves it is what entered it last, and its height is always known.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
#ifndef N
#define N 10
#endif

struct node {
  int value;
  struct node *below;
};
static struct node *top;

static void push(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->below = top;
  top = n;
}

static int pop(void) {
  struct node *n = top;
  int value = n->value;
  top = n->below;
  free(n);
  return value;
}

int main(void) {
  int pushed[N], height = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_bool()) {
      pushed[height] = __VERIFIER_nondet_int();
      push(pushed[height++]);
    } else if (top) {
      int value = pop();
      assert(value == pushed[--height]);
    }
  }
  while (top) {
    int value = pop();
    assert(value == pushed[--height]);
  }
  assert(height == 0);
  return 0;
}
