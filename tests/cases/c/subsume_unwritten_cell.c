// As subsume_unwritten_local.c, with a cell of an array that a loop skips on one path.
// expect: bug uninitialized @15
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  int v[2];
  while (n < 2) {
    if (n == 0 && __VERIFIER_nondet_int()) {
      n++;
      continue;
    }
    v[n] = __VERIFIER_nondet_int();
    n++;
  }
  if (v[0] > 0)
    return 1;
  return 0;
}
