// fnmatch on symbolic names and patterns.
// expect: bug assertion @18
#define _GNU_SOURCE
#include <assert.h>
#include <fnmatch.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
void klee_assume(unsigned long condition);
int main(void) {
  char name[4], piece[2];
  klee_make_symbolic(name, sizeof name, "name");
  klee_make_symbolic(piece, sizeof piece, "piece");
  klee_assume(name[3] == 0 && piece[1] == 0);
  assert(fnmatch("*", name, 0) == 0);
  int is_hidden = fnmatch("*", name, FNM_PERIOD) != 0;
  assert(is_hidden == (name[0] == '.'));
  if (!fnmatch("[[:digit:]a-c]?", name, 0)) assert(name[1] && !name[2] && ((name[0] >= '0' && name[0] <= '9') || (name[0] >= 'a' && name[0] <= 'c')));
  if (!fnmatch("?/*", name, FNM_PATHNAME)) assert(name[1] == '/' && name[2] != '/');
  if (!fnmatch(piece, "b", FNM_NOESCAPE)) assert(piece[0] == 'b' || piece[0] == '?');
  return 0;
}
