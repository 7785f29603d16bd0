// An element of a row that is null is an access through a null pointer, however far it is.
// expect: bug null-dereference @7
// expect: bug null-dereference @12
// options: --entry read
#include <stddef.h>

static int element(const int *row, int at) { return row[at]; }

int read(const int *row, int at, int *other) {
  if (row == NULL && at > 5000) return element(row, at);
  if (other == NULL) {
    other[70000] = 3;
  }
  return 0;
}
