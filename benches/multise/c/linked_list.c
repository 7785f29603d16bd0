// A sorted linked list: N numbers inserted, those equal to one more number removed.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 5
#endif

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **place, int value) {
  while (*place && (*place)->value < value) place = &(*place)->next;
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = *place;
  *place = n;
}

static int erase(struct node **place, int value) {
  int erased = 0;
  while (*place) {
    struct node *n = *place;
    if (n->value == value) {
      *place = n->next;
      free(n);
      erased++;
    } else {
      place = &n->next;
    }
  }
  return erased;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < N; i++) insert(&list, __VERIFIER_nondet_int());
  int gone = __VERIFIER_nondet_int(), erased = erase(&list, gone), length = 0;
  for (struct node *n = list; n; n = n->next) {
    assert(n->value != gone);
    assert(!n->next || n->value <= n->next->value);
    length++;
  }
  assert(length + erased == N);
  return 0;
}
