// A member of a structure at null.
// expect: bug null-dereference @8
#include <stddef.h>
struct node { int value; struct node *next; };
int main(void) {
  struct node last = {1, NULL}, *p = &last;
  int sum = p->value;
  sum += p->next->value;
  return sum;
}
