// The size of a pointer instead of the length of a string: a vendor with the same first bytes is
// taken for the known one.
// expect: bug assertion @13
// dropped: bug assertion @13
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
enum { MAX_LENGTH = 256 };
static const char *known = "NVidiaCorporation";
static int is_known(const char *vendor) { return strncmp(vendor, known, sizeof known) == 0; }
static void check(const char *vendor) {
  if (!is_known(vendor)) return;
  assert(strncmp(vendor, known, MAX_LENGTH) == 0);
}
int main(void) {
  char vendor[24];
  klee_make_symbolic(vendor, sizeof vendor, "vendor");
  vendor[23] = 0;
  check(vendor);
  return 0;
}
