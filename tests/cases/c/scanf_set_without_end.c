// A set without an end is a failure, as in glibc, before anything is read.
// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  char text[8] = "~";
  int number = 0;
  assert(sscanf("12", "%[^]", text) == 0);
  assert(sscanf("", "%[a", text) == 0);
  assert(sscanf("12 a", "%d %[a", &number, text) == 1);
  assert(number == 12 && text[0] == '~');
  return 0;
}
