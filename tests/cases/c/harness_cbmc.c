// The calls of CBMC.
// expect: bug assertion @12
int nondet_int(void);
unsigned nondet_uint(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
int main(void) {
  int x = nondet_int();
  unsigned u = nondet_uint();
  __CPROVER_assume(x >= 0 && x < 100 && u < 100);
  __CPROVER_assert(x + (int)u < 199, "small");
  __CPROVER_assert(x + (int)u != 150, "not 150");
  return 0;
}
