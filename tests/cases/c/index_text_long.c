// Two strings that differ only far behind what is compared with members.
// expect: bug assertion @14
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[300];
  memset(text, 'a', sizeof text);
  text[0] = (char)klee_range(0, 3, "first");
  text[290] = 0;
  size_t long_one = strlen(text);
  text[270] = 0;
  size_t short_one = strlen(text);
  assert(long_one - short_one != 20);
  return 0;
}
