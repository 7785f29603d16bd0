// CBMC's assertions do not end a program: where they do not count, it goes on.
// expect: bug division-by-zero @7
// options: --disable assertion
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assert(x != 0, "x"); return 100 / (x == 0 ? 0 : 1);
}
