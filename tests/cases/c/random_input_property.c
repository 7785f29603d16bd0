// With a property, random numbers and clocks are inputs.
// expect: bug unreachable-call @8
// options: --property unreach-call
#include <stdlib.h>
#include <time.h>
void reach_error(void);
int main(void) {
  if (time(NULL) % 7 == 3 && rand() % 10 == 3) reach_error();
  return 0;
}
