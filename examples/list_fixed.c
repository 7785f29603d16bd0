/* list.c with its mistake fixed.
 *
 *   sheaf check examples/list_fixed.c
 *   sheaf check --enable leak examples/list_fixed.c     also asks for all memory to be given back at the end
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  int number;
  struct node *next;
};

static struct node *push(struct node *head, int number) {
  struct node *node = malloc(sizeof *node);
  if (node == NULL) return head;
  node->number = number;
  node->next = head;
  return node;
}

static struct node *remove_all(struct node *head, int number) {
  struct node **link = &head;
  while (*link != NULL) {
    struct node *node = *link;
    if (node->number == number) {
      *link = node->next;
      free(node);
    } else {
      link = &node->next;
    }
  }
  return head;
}

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) head = push(head, klee_int("number"));
  int unwanted = klee_int("unwanted");
  head = remove_all(head, unwanted);
  while (head != NULL) {
    struct node *next = head->next;
    assert(head->number != unwanted);
    free(head);
    head = next;
  }
  return 0;
}
