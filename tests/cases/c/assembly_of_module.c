// Assembly between functions may define symbols, and functions that run before `main`.
// expect: incomplete unmodelled-call
#include <assert.h>
int initialised;
__attribute__((used)) static void initialise(void) { initialised = 1; }
asm(".section .init_array,\"aw\"\n.quad initialise\n.text\n");
int main(void) {
  assert(!initialised);
  return 0;
}
