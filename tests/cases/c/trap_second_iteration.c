// The failure needs state from an earlier round.
// expect: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char in[3];
  int armed = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 3; i++) {
    if (in[i] == 'a') armed = 1;
    else if (in[i] == 'b' && armed) armed = 2;
    else armed = 0;
    assert(i < 2 || armed != 2);
  }
  return 0;
}
