// Functions need not be aligned, nor be longer than a byte.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>

static void first(void) {}
static void second(void) {}

int main(void) {
  assert((uintptr_t)first + 1 != (uintptr_t)second);
}
