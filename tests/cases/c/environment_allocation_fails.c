// Variables cannot be set where an allocation fails, and keep their values then.
// expect: bug assertion @17
// options: --malloc-may-fail --env A=1
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static char b[] = "B=2", a[] = "A=3";
  int set = setenv("A", "2", 1);
  assert(set ? set == -1 && errno == ENOMEM && !strcmp(getenv("A"), "1") : !strcmp(getenv("A"), "2"));
  assert(setenv("A", "5", 0) == 0);
  int put = putenv(b);
  assert(put ? put == -1 && !getenv("B") : !strcmp(getenv("B"), "2"));
  assert(putenv(a) == 0 && getenv("A") == a + 2);
  assert(unsetenv("A") == 0 && !getenv("A"));
  assert(setenv("B", "4", 1) == 0);
  return 0;
}
