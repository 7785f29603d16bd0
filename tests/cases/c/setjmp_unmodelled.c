// setjmp is not modelled.
// expect: incomplete unmodelled-call
#include <setjmp.h>
static jmp_buf back;
int main(void) {
  if (setjmp(back)) return 1;
  longjmp(back, 1);
}
