// A pointer that is checked first.
// expect: safe
#include <stddef.h>
#include <klee/klee.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
  int n = klee_range(0, 5, "n");
  struct node *p = &a;
  for (int i = 0; i < n && p; i++) p = p->next;
  return p ? p->value > 3 : 0;
}
