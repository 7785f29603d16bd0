// What global variables lead to when the program ends is no leak: through other objects, into the middle of one, as a number.
// expect: safe
// options: --enable leak
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
struct item {
  struct item *next;
  char *text;
};
static struct item *items;
static char *middle;
static uintptr_t number;
static void *table[4];
int main(void) {
  int n = klee_range(0, 3, "n"), c = klee_int("c");
  for (int i = 0; i < n; i++) {
    struct item *item = malloc(sizeof *item);
    item->next = items;
    item->text = malloc(4);
    items = item;
  }
  middle = malloc(10);
  middle += 5;
  number = (uintptr_t)malloc(3);
  table[c & 3] = malloc(7);
  char *other = malloc((size_t)n + 1);
  if (c > 5) table[(c & 3) ^ 1] = other;
  else free(other);
  if (c == 77) exit(0);
  return 0;
}
