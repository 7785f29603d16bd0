// As subsume_unwritten_local.c, with a bit field, whose word is written in part on each path.
// expect: bug uninitialized @14
int __VERIFIER_nondet_int(void);
struct flags {
  unsigned a : 3, b : 5;
};
int main(void) {
  struct flags flags;
  flags.a = 1;
  if (__VERIFIER_nondet_int())
    flags.b = __VERIFIER_nondet_int() & 15;
  else
    flags.a = 2;
  if (flags.b > 3)
    return 1;
  return 0;
}
