// A list whose length depends on inputs, of which a node may be freed early and stay in the list: freeing the list frees it again.
// expect: bug double-free @33
// beyond: aggressive aggressive-bfs index-merge
#include <stdlib.h>
#include <klee/klee.h>
struct node { int value; struct node *next; };
int main(void) {
  unsigned char choice[4];
  klee_make_symbolic(choice, sizeof choice, "choice");
  struct node *head = NULL, *nodes[4];
  int length = 0;
  for (int i = 0; i < 4; i++) {
    if (choice[i] % 2) {
      struct node *n = malloc(sizeof *n);
      n->value = i;
      n->next = head;
      head = n;
      nodes[length++] = n;
    } else if (head && choice[i] > 100) {
      struct node *first = head;
      head = first->next;
      length--;
      free(first);
    }
  }
  // The planted mistake: only a list of three whose newest node came last is shortened without being told so.
  if (length == 3 && nodes[2]->value == 3) {
    struct node *second = nodes[1];
    head->next = second->next;
    free(second);
  }
  for (int i = 0; i < length; i++) {
    free(nodes[i]);
  }
  return 0;
}
