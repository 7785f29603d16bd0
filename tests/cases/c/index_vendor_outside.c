// As index_vendor.c, but what fails is a vendor that nothing in the program leads to.
// expect: bug assertion @13
// dropped: nothing
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
static const char *known = "NVidiaCorporation";
static int is_known(const char *vendor) { return strncmp(vendor, known, sizeof known) == 0; }
static void check(const char *vendor) {
  if (!is_known(vendor)) return;
  size_t length = strlen(vendor);
  if (vendor[length - 1] != '!') return;
  assert(length < 10);
}
int main(void) {
  char vendor[12];
  klee_make_symbolic(vendor, sizeof vendor, "vendor");
  vendor[11] = 0;
  check(vendor);
  return 0;
}
