// Variables are given, and can be changed.
// options: --env HOME=/root --env EMPTY=
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(void) {
  assert(!strcmp(getenv("HOME"), "/root") && !strcmp(getenv("EMPTY"), "") && !getenv("HOM") && !getenv("OTHER"));
  assert(!strcmp(environ[0], "HOME=/root") && !environ[2]);
  assert(setenv("OTHER", "1", 0) == 0 && setenv("OTHER", "2", 0) == 0 && !strcmp(getenv("OTHER"), "1"));
  assert(setenv("HOME", "/", 1) == 0 && !strcmp(getenv("HOME"), "/"));
  assert(unsetenv("EMPTY") == 0 && !getenv("EMPTY") && setenv("A=B", "", 1) == -1);
  assert(putenv("LAST=x") == 0 && !strcmp(getenv("LAST"), "x"));
  clearenv();
  assert(!getenv("HOME"));
  return 0;
}
