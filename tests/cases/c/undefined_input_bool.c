// Undefined objects and results of undefined functions hold values of their types.
// options: --undefined input
// expect: bug assertion @16
// expect: bug sanitizer @18
#include <assert.h>
#include <stdbool.h>
struct answer { int n; bool yes; };
extern bool flag;
extern struct answer known;
struct answer get(void);
bool ask(void);

int main(void) {
  struct answer given = get();
  if (flag && known.yes && given.yes && ask()) {
    assert(known.n + 0L != given.n + 1L);
    *(unsigned char *)&flag = 7;
    return flag;
  }
  return flag + known.yes + given.yes > 2;
}
