// What no global variable leads to any more is lost: the tail of a list, a pointer overwritten, a cycle, a local at `exit`.
// expect: bug leak @17
// expect: bug leak @21
// expect: bug leak @26
// expect: bug leak @30
// options: --enable leak
#include <stdlib.h>
#include <klee/klee.h>
struct item {
  struct item *next;
};
static struct item *items, *last;
static char *kept;
int main(void) {
  int c = klee_range(0, 6, "c");
  for (int i = 0; i < 2; i++) {
    struct item *item = malloc(sizeof *item);
    item->next = items;
    items = item;
  }
  kept = malloc(4);
  if (c == 1) kept = malloc(5);
  if (c == 2) free(items);
  if (c == 2) items = NULL;
  if (c == 3) {
    last = malloc(sizeof *last);
    last->next = last;
    last = NULL;
  }
  char *own = malloc(6);
  if (c == 4) exit(1);
  free(own);
  return 0;
}
