// getopt replaces what the program stored in `optopt`: by 0 if no option was wrong so far.
// options: --args 1,5
// expect: bug assertion @14
#include <assert.h>
#include <getopt.h>
#include <unistd.h>
int main(int argc, char **argv) {
  static const struct option longs[] = {{"ab", 0, NULL, 1}, {"ac", 0, NULL, 2}, {"d", 1, NULL, 3}, {0}};
  opterr = 0;
  optopt = '?';
  int result = getopt_long(argc, argv, "ab:", longs, NULL);
  if (result == 'a') assert(optopt == 0);
  if (result == '?') assert(optopt != '?' || argv[1][1] == '?');
  if (result == 3) assert(optopt != 0);
  return 0;
}
