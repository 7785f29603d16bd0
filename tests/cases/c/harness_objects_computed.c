// What CBMC's harnesses ask about an address that is an input: it may lie in any object. Only what
// leads into one, or nowhere as null does, can be asked about.
// expect: bug invalid-builtin @8
// expect: bug assertion @11
char *nondet_pointer(void);

static int is_readable(const char *p) {
  return __CPROVER_r_ok(p, 4);
}
int main(void) {
  assert(!is_readable(nondet_pointer()));
  char *p = nondet_pointer();
  if (!p) assert(__CPROVER_OBJECT_SIZE(p) == 0 && !__CPROVER_r_ok(p, 1) && __CPROVER_same_object(p, 0));
  return 0;
}
