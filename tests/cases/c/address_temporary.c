// Temporaries of two calls that return structures may have the same address.
// expect: incomplete address-dependent
#include <assert.h>
#include <stdint.h>

struct row {
  int cells[8];
};

static uintptr_t last;

static struct row made(void) {
  struct row row = {{1}};
  last = (uintptr_t)&row;
  return row;
}

int main(void) {
  made();
  uintptr_t first = last;
  made();
  assert(first != last);
}
