// Long options that a word only starts, with arguments and flags: the table is read at known places.
// options: --args 1,5
// expect: bug assertion @24
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
static int flag;
static const struct option options[] = {
    {"bytes", required_argument, NULL, 'b'}, {"count", required_argument, NULL, 'c'}, {"flag", no_argument, &flag, 7},
    {"fit", optional_argument, &flag, 9},    {"only", no_argument, NULL, 'o'},       {NULL, 0, NULL, 0},
};
int main(int argc, char **argv) {
  int option, last = 0, index = -1;
  const char *argument = NULL;
  while ((option = getopt_long(argc, argv, "", options, &index)) != -1) last = option, argument = optarg;
  char *word = argc > 1 ? argv[1] : "";
  if (last == 0 && flag) assert((flag == 7) == (strncmp(word, "--fl", 4) == 0));
  if (last == 'o') assert(word[2] == 'o');
  if (last == '?' || !last) return 0;
  assert(argument || last == 'o');
  if (last == 'o') return 0;
  assert(last == 'b' || last == 'c');
  assert(!*argument || last == 'b');
  return 0;
}
