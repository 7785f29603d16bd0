// A local that only one path writes. Both sides of the branch on it are harmless, so that its value
// leaves the label; that it must have been written stays.
// expect: bug uninitialized @9
int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = __VERIFIER_nondet_int();
  if (x > 0)
    return 1;
  return 0;
}
