// Sheaf's own checks are no feature that a source finds.
// expect: safe
#include <assert.h>
#if __has_feature(undefined_behavior_sanitizer) || __has_feature(__undefined_behavior_sanitizer__)
#define LIMIT 1
#else
#define LIMIT 2
#endif
#if !__has_feature(c_atomic) || __has_feature(address_sanitizer)
#error
#endif
int main(void) {
  assert(LIMIT == 2);
  return 0;
}
