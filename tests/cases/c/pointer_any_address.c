// An access through a pointer that may lead anywhere fails, however many objects there are.
// expect: bug null-dereference @9
// expect: bug out-of-bounds @9
// expect: incomplete unmodelled-operation
#include <stdio.h>
#include <string.h>
char *nondet_pointer(void);
int main(void) {
  return fopen(nondet_pointer(), "r") != NULL;
}
