// Whether a byte is initialized depends on an input: a read at the end of a file writes none.
// options: --stdin 1
// retried: where states were merged, bytes are created in another order than in a run
// expect: bug uninitialized @11
// expect: bug uninitialized @12
// expect: bug uninitialized @13
#include <stdio.h>
void klee_assume(unsigned long);
int main(void) {
  char b[2]; fread(b, 1, 1, stdin);
  klee_assume(b[0] > 'a');
  klee_assume(b[0] < 'z');
  if (b[0] == 'k') return 1;
  return 0;
}
