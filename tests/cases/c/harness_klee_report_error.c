// A failure that the program reports itself.
// expect: bug assertion @7
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 77) klee_report_error(__FILE__, __LINE__, "a bad value", "user.err");
  return 0;
}
