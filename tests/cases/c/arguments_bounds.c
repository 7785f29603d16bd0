// Behind the null pointer at the end of the arguments there is nothing.
// options: --args 1,1
// expect: bug out-of-bounds @6
#include <stddef.h>
int main(int argc, char **argv) {
  return argv[argc] || argv[argc + 1] != NULL;
}
