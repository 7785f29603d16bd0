// A list whose length and order depend on inputs: built, traversed and freed.
// expect: safe
// options: --enable leak
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct node { int value; struct node *next; };
static struct node *make(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = next;
  return n;
}
int main(void) {
  unsigned char choice[4];
  klee_make_symbolic(choice, sizeof choice, "choice");
  struct node *head = NULL, **end = &head;
  int sum = 0, length = 0;
  for (int i = 0; i < 4; i++) {
    if (choice[i] < 50) {
      head = make(i + 1, head);
      if (end == &head) end = &head->next;
    } else if (choice[i] < 200) {
      *end = make(i + 1, NULL);
      end = &(*end)->next;
    } else {
      continue;
    }
    sum += i + 1;
    length++;
  }
  assert(*end == NULL);
  for (struct node *n = head; n; n = n->next) {
    sum -= n->value;
    length--;
  }
  assert(sum == 0 && length == 0);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
