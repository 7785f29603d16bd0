// As index_text_options.c, but no option fails.
// expect: bug assertion @15
// dropped: nothing
#include <assert.h>
#include <getopt.h>
#include <klee/klee.h>
#include <string.h>
static const struct option longs[] = {{"all", 0, 0, 'a'}, {0, 0, 0, 0}};
int main(int argc, char **argv) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  getopt_long(argc, argv, "a", longs, 0);
  int is_same = strlen(text) == 5 && text[2] == 'A';
  assert(!is_same);
  return 0;
}
