// Several labels that must not be reached.
// expect: bug unreachable-call @9
// expect: bug unreachable-call @11
// options: --target-label ERROR,WRONG
extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 1:
    ERROR: break;
    case 2:
    WRONG: break;
    case 3:
    RIGHT: break;
  }
  return 0;
}
