// What is read of an array behind a write at one of many offsets has the values of its type.
// expect: safe
// options: --uninitialized-as input --solver-time 2s
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Bool flag[300];
  unsigned i = (unsigned)__VERIFIER_nondet_int();
  if (i >= 300) return 0;
  flag[i] = 1;
  _Bool b = flag[0];
  if (b) return 1;
  return b;
}
