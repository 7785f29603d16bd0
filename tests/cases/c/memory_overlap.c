// memcpy between overlapping ranges is an error, memmove is not.
// expect: bug out-of-bounds @9
#include <assert.h>
#include <string.h>
int main(void) {
  char a[8] = "abcdef";
  memmove(a + 2, a, 5);
  assert(!strcmp(a, "ababcde"));
  memcpy(a + 1, a, 4);
  return 0;
}
