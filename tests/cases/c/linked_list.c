// Building, reversing and freeing a list.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = NULL;
  int x = klee_int("x");
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i == 1 ? x : i;
    n->next = list;
    list = n;
  }
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  assert(reversed->value == 0 && reversed->next->value == x && reversed->next->next->value == 2);
  while (reversed) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
