// A list: each pointer within is null or points to an object of its own, down to the third.
// expect: bug assertion @14
// expect: incomplete shape-limit
// options: --entry longest
#include <assert.h>
#include <stddef.h>
typedef struct node {
  int value;
  struct node *next;
} node;
int longest(node *list) {
  int length = 0;
  for (const node *at = list; at != NULL; at = at->next) length++;
  assert(length != 3 || list->next->next->value != 77);
  assert(length <= 3);
  return length;
}
