// Whether a list goes on behind the greatest depth is known without looking at what is there.
// expect: bug assertion @9
// options: --entry third
#include <assert.h>
#include <stddef.h>
struct node { int value; struct node *next; };
int third(struct node *list) {
  if (!list || !list->next || !list->next->next) return 0;
  assert(list->next->next->next == NULL);
  return 1;
}
