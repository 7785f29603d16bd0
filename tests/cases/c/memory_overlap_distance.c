// Ranges that overlap for some distances, in one object, and by way of two pointers.
// expect: bug out-of-bounds @12
// expect: bug out-of-bounds @15
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char row[32] = {0}, other[32] = {0};
  int d = klee_range(0, 24, "d"), e = klee_range(0, 9, "e"), c = klee_range(0, 6, "c");
  char *to = c == 1 ? row + 4 : other;
  switch (c) {
  case 0: memmove(row + d, row, 8); break;
  case 1: memcpy(to, row, 8); break;
  case 2: if (d >= 8) memcpy(row + d, row, 8); break;
  case 3: memcpy(row + 8, row, (size_t)e); break;
  case 4: memcpy(row + d, row, 8); break;
  case 5: memcpy(other, row, (size_t)e); break;
  }
  return 0;
}
