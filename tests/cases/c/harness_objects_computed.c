// Which object a computed address leads to is not asked for.
// expect: incomplete unmodelled-call
char *nondet_pointer(void);

int main(void) {
  char *p = nondet_pointer();
  return __CPROVER_r_ok(p, 4) && __CPROVER_OBJECT_SIZE(p) > 3;
}
