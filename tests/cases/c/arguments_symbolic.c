// Up to two arguments of up to two bytes each; the program's name is its file's.
// options: --arg=-k --args 2,2
// expect: bug assertion @16
#include <assert.h>
#include <string.h>
int main(int argc, char **argv, char **environment) {
  assert(!strcmp(argv[0], "arguments_symbolic"));
  assert(argc >= 2 && argc <= 4 && !strcmp(argv[1], "-k"));
  assert(!argv[argc] && !*environment);
  int lengths = 0;
  for (int i = 2; i < argc; i++) {
    assert(strlen(argv[i]) <= 2);
    lengths += (int)strlen(argv[i]);
    argv[i][0] = 'x'; /* they may be changed */
  }
  assert(lengths != 4);
  return 0;
}
