// A parser of "key=value" with an error state; every branch is reachable.
// expect: bug assertion @27
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  enum { KEY, EQUALS, VALUE, BAD } state = KEY;
  char s[4];
  int keys = 0, values = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 4; i++) {
    switch (state) {
      case KEY:
        if (s[i] == '=') state = keys ? EQUALS : BAD;
        else if (s[i] >= 'a' && s[i] <= 'z') keys++;
        else state = BAD;
        break;
      case EQUALS:
      case VALUE:
        if (s[i] >= '0' && s[i] <= '9') values++, state = VALUE;
        else state = BAD;
        break;
      case BAD:
        break;
    }
  }
  assert(state != VALUE || keys + values == 3);
  assert(state != VALUE || values != 2);
  return 0;
}
