// An uninterpreted function without arguments gives one value, however it is declared.
// expect: bug assertion @8
_Bool __CPROVER_uninterpreted_old();
int __CPROVER_uninterpreted_new(void);

int main(void) {
  assert(__CPROVER_uninterpreted_old() == __CPROVER_uninterpreted_old());
  assert(__CPROVER_uninterpreted_new() != 5 || __CPROVER_uninterpreted_old());
  return 0;
}
