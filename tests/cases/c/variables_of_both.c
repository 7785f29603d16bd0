// What the C library calls by another name is the program's own, if it defines it.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
double lgamma(double);
int signgam = 7;
char *tzname[2] = {"A", "B"};
char **environ;
char *program_invocation_name = "zz";
int main(void) {
  volatile double x = -0.5;
  lgamma(x);
  assert(signgam == 7);
  tzset();
  assert(!strcmp(tzname[0], "A"));
  setenv("NAME", "value", 1);
  assert(!environ);
  assert(!strcmp(getenv("NAME"), "value"));
  assert(!strcmp(program_invocation_name, "zz"));
  return 0;
}
