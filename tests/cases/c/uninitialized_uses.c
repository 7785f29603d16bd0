// Each use for which it matters that memory was never written.
// expect: bug uninitialized @32
// expect: bug uninitialized @33
// expect: bug uninitialized @34
// expect: bug uninitialized @35
// expect: bug uninitialized @36
// expect: bug uninitialized @37
// expect: bug uninitialized @38
// expect: bug uninitialized @39
// expect: bug uninitialized @40
// expect: bug uninitialized @41
// expect: bug uninitialized @42
// expect: bug uninitialized @43
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <klee/klee.h>
struct mixed {
  char small;
  int large;
};
int main(void) {
  int c = klee_range(0, 12, "c"), rows[4] = {1, 2, 3, 4}, *number = malloc(sizeof *number), **pointer = malloc(sizeof *pointer);
  char text[8];
  size_t size;
  void (*function)(void);
  struct mixed copied = {1, 2}, built;
  built.small = 1;
  built.large = 2;
  switch (c) {
  case 0: if (*number == 3) puts("three"); break;
  case 1: rows[0] = rows[*number & 3]; break;
  case 2: printf("%d\n", *number); break;
  case 3: write(1, text, 2); break;
  case 4: **pointer = 1; break;
  case 5: rows[0] = memcmp(&copied, &built, sizeof built) == 0; break;
  case 6: function(); break;
  case 7: free(malloc(size)); break;
  case 8: exit(*number);
  case 9: switch (*number) { case 1: puts("one"); } break;
  case 10: puts(text); break;
  case 11: memset(text, 0, size & 7); break;
  }
  free(number);
  free(pointer);
  return 0;
}
