// Objects of an obstack lie at aligned addresses that its macros compute; texts at such addresses
// have their whole length.
// expect: bug out-of-bounds @31
#define _GNU_SOURCE
#include <assert.h>
#include <obstack.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
void klee_make_symbolic(void *start, unsigned long bytes, const char *name);

int main(void) {
  unsigned char n;
  char text[4];
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(text, sizeof text, "text");
  struct obstack stack;
  obstack_begin(&stack, 64);
  int count = 3;
  for (int i = 0; i < count; i++) obstack_1grow(&stack, text[i]);
  char *first = obstack_finish(&stack);
  assert(memcmp(first, text, count) == 0);
  char *second = obstack_copy0(&stack, "second", 6);
  assert((uintptr_t)second % 16 == 0 && second >= first + count);
  assert(printf("%s\n", second) == 7);
  char *large = obstack_alloc(&stack, 200);
  large[199] = n;
  if (n == 3) large[200 + 200] = n;
  obstack_free(&stack, second);
  assert(obstack_alloc(&stack, 1) == second);
  obstack_free(&stack, NULL);
  return 0;
}
