// getenv finds nothing; main has one argument.
// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv, char **environment) {
  assert(getenv("HOME") == NULL);
  assert(argc == 1 && argv[0] && argv[1] == NULL);
  assert(strlen(argv[0]) < 1000 && environment[0] == NULL);
  return 0;
}
