// Of an object that is so large that its initial content is no input, too, what is read has the
// values of its type.
// expect: safe
// options: --uninitialized-as input --solver-time 2s
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Bool flag[70000];
  unsigned i = (unsigned)__VERIFIER_nondet_int();
  if (i >= 70000) return 0;
  flag[i] = 1;
  _Bool b = flag[0];
  if (b) return 1;
  return b;
}
