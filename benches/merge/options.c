// A parser of N options of one letter, some with a value after them; it stops at an unknown option.
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
#ifndef N
#define N 10
#endif

struct options {
  int verbose, quiet, force, level, files;
};

// How many arguments the option at `at` takes up; 0 if it is none.
static int parse(const char *text, int at, struct options *options) {
  switch (text[at]) {
    case 'v':
      options->verbose++;
      options->quiet = 0;
      return 1;
    case 'q':
      options->quiet = 1;
      options->verbose = 0;
      return 1;
    case 'f':
      options->force = 1;
      return 1;
    case 'l':
      if (at + 1 >= N || text[at + 1] < '0' || text[at + 1] > '9') return 0;
      options->level = text[at + 1] - '0';
      return 2;
    case '-':
      return 0;
    default:
      options->files++;
      return 1;
  }
}

int main(void) {
  char text[N];
  struct options options = {0, 0, 0, 1, 0};
  for (int i = 0; i < N; i++) text[i] = __VERIFIER_nondet_char();
  int at = 0;
  while (at < N) {
    int taken = parse(text, at, &options);
    if (taken == 0) break;
    at += taken;
  }
  assert(at <= N);
  assert(!(options.quiet && options.verbose));
  assert(options.level >= 0 && options.level <= 9);
  assert(options.files + options.verbose <= N);
  return 0;
}
