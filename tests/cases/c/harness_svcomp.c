// The calls of SV-COMP.
// expect: bug unreachable-call @17
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  _Bool b = __VERIFIER_nondet_bool();
  unsigned long u = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(x > 5 && x < 10);
  if (b > 1 || c > 255) reach_error();
  if (x * 3 == 21 && b && c == 9 && u == 1ul << 50)
    reach_error();
  return 0;
}
