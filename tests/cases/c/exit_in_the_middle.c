// exit deep inside ends the path; handlers run in reverse order.
// expect: safe
// run: exit 7
// output: second
// output: first
#include <stdio.h>
#include <stdlib.h>
static void first(void) { puts("first"); }
static void second(void) { puts("second"); }
static void deep(int n) {
  if (n == 0) exit(7);
  deep(n - 1);
}
int main(void) {
  atexit(first);
  atexit(second);
  deep(3);
  puts("not reached");
  return 0;
}
