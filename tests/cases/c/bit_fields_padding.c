// Initial values of bit-fields: what is between them is zero, as in clang's code. Bits around a value
// that is not constant are not initialized.
// expect: bug uninitialized @30
// expect: bug uninitialized @32
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct gap { unsigned a : 3, : 4, b : 5; };
struct part { unsigned a : 3; };
struct mixed { char tag; union { char small; struct gap large; } value; };

static unsigned word(const void *start) {
  unsigned word;
  memcpy(&word, start, sizeof word);
  return word;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  struct gap one = {1, 2}, copy = one, *heap = malloc(sizeof *heap);
  *heap = (struct gap){1, 2};
  assert(word(&one) == 0x101 && !memcmp(&one, &copy, sizeof one));
  struct part part = {5}, list[2] = {{1}, {2}};
  assert(word(&part) == 5 && word(&list[1]) == 2);
  copy.a = n;
  assert(word(&copy) == (0x100 | (n & 7)));
  struct mixed mixed = {1, {2}};
  assert(mixed.value.small == 2);
  if (n == 3 && word(heap) == 0x101) return 1; /* stored, not initialized */
  struct part unknown = {n};
  if (word(&unknown) == 7) return 1;
  return 0;
}
