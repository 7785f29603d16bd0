// The calls that mark where paths are to be joined change no verdict, also when only one side reaches the closing one.
// expect: bug assertion @17
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char s[4];
  int n = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 4; i++) {
    klee_open_merge();
    if (s[i] == 0) return 0;
    if (s[i] > 128) n++;
    else n--;
    klee_close_merge();
  }
  assert(n % 2 == 0);
  assert(n != 2);
  return 0;
}
