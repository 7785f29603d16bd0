// A number that no branch of a three-way comparison takes.
// expect: bug unreachable-call @10
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x < 1) return 1;
  if (x > 1) return 2;
  if (x == 1) return 3;
  reach_error();
  return 0;
}
