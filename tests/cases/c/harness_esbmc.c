// The calls of ESBMC.
// expect: bug assertion @7
int main(void) {
  int n = nondet_int();
  __ESBMC_assume(n > 3 && n < 9);
  __ESBMC_assert(n > 3, "assumed");
  __ESBMC_assert(n != 8, "not assumed");
  return 0;
}
