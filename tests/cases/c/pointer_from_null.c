// Null plus an offset is undefined, even where nothing is accessed, unless the offset is zero.
// expect: bug pointer-overflow @18
// expect: bug pointer-overflow @19
// expect: bug pointer-overflow @20
// expect: bug pointer-overflow @21
// expect: bug pointer-overflow @22
#include <klee/klee.h>
#include <stddef.h>

struct node { int value; struct node *next; int row[3]; };

int main(void) {
  int n = klee_range(-2, 3, "n");
  unsigned long big = klee_range(0, 2, "big");
  struct node *none = NULL;
  char *p = NULL, *end;
  switch (klee_range(0, 7, "which")) {
  case 0: end = p + n; return end != p;
  case 1: end = p - big; return end != p;
  case 2: return &none[n] == none;
  case 3: return p++ == NULL;
  case 4: return (int *)0 + 1 == NULL;
  /* Members of nothing have offsets. */
  case 5: return (size_t)&((struct node *)0)->next == 0 || &none->row[1] == &none->row[2];
  default:
    end = p + 0;
    end += big - big;
    for (char *at = p; at < end; at++) n++;
    return end - p;
  }
}
