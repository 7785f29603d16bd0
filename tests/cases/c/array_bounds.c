// An index outside of an array that is a part of a larger object; the end of a structure may be a flexible array.
// expect: bug array-bounds @23
// expect: bug array-bounds @24
// expect: bug array-bounds @25
// expect: bug out-of-bounds @26
// expect: bug array-bounds @27
// expect: bug out-of-bounds @28
#include <klee/klee.h>
#include <stdlib.h>
struct buffer {
  char text[4];
  int after;
};
struct tail {
  int count, items[1];
};
int rows[3][4];
int main(void) {
  struct buffer s = {"abc", 0};
  int i = klee_range(0, 10, "i"), j = klee_range(0, 10, "j"), row[4] = {0};
  struct tail *t = malloc(sizeof *t + 2 * sizeof(int));
  switch (klee_range(0, 8, "which")) {
    case 0: return s.text[4];
    case 1: return s.text[i];
    case 2: return rows[1][j];
    case 3: return row[i];
    case 4: return *(&row[i] - i);
    case 5: return t->items[j] = 1;
    case 6: return t->items[2] = 1;
    default: return rows[i % 3][j % 4] + s.text[i % 4] + *(&row[4] - 1);
  }
}
