// A harness for CBMC, which knows these functions without declarations. The one that is declared keeps its own type.
// expect: bug assertion @12
_Bool nondet_bool();
void __CPROVER_cover(int);

int main(void) {
  unsigned char low = nondet_uchar();
  unsigned n = nondet_uint();
  __CPROVER_assume(n < 300 && (low & 0xf0u));
  __CPROVER_cover(n == 2);
  __CPROVER_assert(low >= 16, "the upper bits make it large");
  __CPROVER_assert(nondet_bool() || n + low != 554, "both cannot be that large");
  return 0;
}
