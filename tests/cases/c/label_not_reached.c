// No input leads to the label, which control would also fall into.
// expect: safe
// options: --target-label ERROR
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x & 15;
  if (y > 15) {
  ERROR:
    return 1;
  }
  if (x % 16 != y) goto ERROR;
  return 0;
}
