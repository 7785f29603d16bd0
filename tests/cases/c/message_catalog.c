// There are no message catalogs: the program's own messages count.
// expect: bug assertion @13
// expect: incomplete unmodelled-call
#include <assert.h>
#include <klee/klee.h>
#include <nl_types.h>
int main(void) {
  nl_catd catalog = catopen("messages", 0);
  char own[2];
  klee_make_symbolic(own, sizeof own, "own");
  const char *message = catgets(catalog, 1, 1, own);
  assert(message == own);
  assert(message[0] != 'x');
  return 0;
}
