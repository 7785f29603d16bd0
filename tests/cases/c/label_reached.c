// A label that must not be reached, as in older SV-COMP programs.
// expect: bug unreachable-call @10
// options: --target-label ERROR
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    if (x == i * 7 + 1) goto ERROR;
  return 0;
ERROR:
  goto ERROR;
}
