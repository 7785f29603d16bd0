// Addresses that are aligned as in obstacks and arenas: the object does not matter, only the offset in it.
// expect: bug out-of-bounds @23
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);
static char arena[64];
int main(void) {
  unsigned char used;
  klee_make_symbolic(&used, 1, "used");
  if (used == 0 || used > 20) return 0;
  char *chunk = malloc(48);
  char *next = (char *)(((uintptr_t)(chunk + used) + 7) & ~(uintptr_t)7);
  *next = 1;
  assert(next - chunk >= used && next - chunk <= 24 && ((uintptr_t)next & 7) == 0);
  char *in_arena = (char *)(((uintptr_t)arena + used + 15) & -(uintptr_t)16);
  *in_arena = 1;
  assert(in_arena >= arena + used && in_arena <= arena + 32);
  // As gnulib's obstacks do, from the null pointer on.
  next = (char *)0 + ((((chunk + used) - (char *)0) + 15) & ~(ptrdiff_t)15);
  *next = 2;
  next[16] = next[used];
  free(chunk);
  return 0;
}
