// Where merging hurts: two paths on two lists, which 20 N steps follow.
// hurts
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 10
#endif

struct node {
  int value;
  struct node *next;
};

static struct node *ring(int length) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->value = 1;
  for (int i = 1; i < length; i++) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->value = i + 1;
  }
  last->next = first;
  return first;
}

int main(void) {
  struct node *three = ring(3), *five = ring(5), *at;
  int sum = 0;
  if (__VERIFIER_nondet_int() > 0) at = three;
  else at = five;
  for (int i = 0; i < 20 * N; i++) {
    if (at->value > 2) sum++;
    at->value ^= 4;
    at = at->next;
  }
  assert(sum >= 0 && sum <= 20 * N);
  return 0;
}
