// A queue as a list with two ends: N operations; what leaves it comes in the order in which it entered.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
#ifndef N
#define N 10
#endif

struct node {
  int value;
  struct node *next;
};
static struct node *front, *back;

static void enqueue(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = NULL;
  if (back) back->next = n;
  else front = n;
  back = n;
}

static int dequeue(void) {
  struct node *n = front;
  int value = n->value;
  front = n->next;
  if (!front) back = NULL;
  free(n);
  return value;
}

int main(void) {
  int entered[N], in = 0, out = 0;
  for (int i = 0; i < N; i++) {
    if (__VERIFIER_nondet_bool()) {
      entered[in] = __VERIFIER_nondet_int();
      enqueue(entered[in++]);
    } else if (front) {
      int value = dequeue();
      assert(value == entered[out++]);
    }
  }
  while (front) {
    int value = dequeue();
    assert(value == entered[out++]);
  }
  assert(in == out);
  return 0;
}
