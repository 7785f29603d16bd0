// getopt_long on a symbolic argument: an operand moves behind the options, and an argument may be missing.
// options: --arg=operand --args 1,3
// expect: bug assertion @17
// expect: bug null-dereference @16
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(int argc, char **argv) {
  static const struct option longs[] = {{"size", required_argument, NULL, 's'}, {0}};
  int c, verbose = 0;
  const char *size = NULL;
  opterr = 0;
  while ((c = getopt_long(argc, argv, "vs::", longs, NULL)) != -1) {
    if (c == 'v') verbose++;
    if (c == 's') size = optarg;
    if (c == 's' && verbose && size[0] == '7') return 1;
    assert(verbose < 2);
  }
  assert(argc == 1 || !strcmp(argv[optind], "operand") || argv[optind][0] != '-' || !strcmp(argv[optind], "-"));
  return 0;
}
