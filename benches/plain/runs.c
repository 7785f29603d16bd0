// A codec there and back: run lengths of eight symbolic bytes.
// expect: safe
// paths: 128
#include <assert.h>
#include <klee/klee.h>
static int encode(const unsigned char *in, int n, unsigned char *out) {
  int used = 0;
  for (int i = 0; i < n;) {
    int run = 1;
    while (i + run < n && in[i + run] == in[i])
      run++;
    out[used++] = (unsigned char)run;
    out[used++] = in[i];
    i += run;
  }
  return used;
}
static int decode(const unsigned char *in, int n, unsigned char *out) {
  int used = 0;
  for (int i = 0; i < n; i += 2)
    for (int left = in[i]; left > 0; left--)
      out[used++] = in[i + 1];
  return used;
}
int main(void) {
  unsigned char plain[8], packed[16], again[8];
  klee_make_symbolic(plain, sizeof plain, "plain");
  int size = encode(plain, 8, packed);
  assert(size <= 16 && size % 2 == 0);
  assert(decode(packed, size, again) == 8);
  for (int i = 0; i < 8; i++)
    assert(again[i] == plain[i]);
  return 0;
}
