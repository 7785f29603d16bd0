// A string literal may be a constant with the same content: LLVM merges them.
// expect: incomplete address-dependent
#include <assert.h>

static const char name[] = "abc";

int main(void) {
  assert(name != "abc");
}
