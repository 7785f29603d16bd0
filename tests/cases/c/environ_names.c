// Variables of the library with two names are one object.
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
extern char **environ, **__environ, **_environ, *__progname, *__progname_full;
int main(void) {
  char *own[] = {"A=1", NULL};
  __environ = own;
  assert(_environ == own);
  assert(environ == own && getenv("A") == own[0] + 2);
  assert(!setenv("B", "2", 1) && __environ == environ && environ != own);
  program_invocation_short_name = "short";
  __progname_full = "long";
  assert(__progname == program_invocation_short_name && program_invocation_name == __progname_full);
  return 0;
}
