/* Runs a harness, whose `main` is called `harness`, on the bytes of libFuzzer. */
#include <klee/klee.h>
#include <string.h>

static const unsigned char *next;
static size_t left;

int harness(void);

/* The next bytes, and zeros where there are no more. */
void klee_make_symbolic(void *object, size_t bytes, const char *name) {
  size_t there = bytes < left ? bytes : left;
  (void)name;
  memset(object, 0, bytes);
  memcpy(object, next, there);
  next += there;
  left -= there;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  next = data;
  left = size;
  harness();
  return 0;
}
