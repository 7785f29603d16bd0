// The C library may write a variable of the program by the name that it uses itself.
// expect: incomplete unmodelled-call
#include <assert.h>
char *__progname = "mine";
int main(void) {
  assert(__progname[0] == 'm');
  return 0;
}
