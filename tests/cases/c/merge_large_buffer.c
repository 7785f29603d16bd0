// Branches touch a large buffer at different distances, and what they wrote decides later branches.
// expect: safe
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  char *large = calloc(200000, 1);
  if (!large) return 1;
  int written = 0, found = 0;
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_bool()) {
      large[40000 * i + 30000] = 1;
      written++;
    } else if (__VERIFIER_nondet_bool()) {
      large[i] = 2;
      written++;
    }
  for (int i = 0; i < 4; i++) {
    if (large[40000 * i + 30000] == 1) found++;
    if (large[i] == 2) found++;
  }
  assert(found == written);
  free(large);
  return 0;
}
