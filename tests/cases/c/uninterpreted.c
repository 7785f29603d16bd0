// Of an uninterpreted function only one thing is known: the same arguments give the same result.
// expect: bug assertion @14
int __CPROVER_uninterpreted_hash(int, char);
double __CPROVER_uninterpreted_measure(double);

int main(void) {
  int a = nondet_int(), b = nondet_int();
  char c = nondet_char();
  int first = __CPROVER_uninterpreted_hash(a, c);
  double d = nondet_double();
  double one = __CPROVER_uninterpreted_measure(d), other = __CPROVER_uninterpreted_measure(d);
  __CPROVER_assume(one == one);
  assert(one == other);
  assert(first == __CPROVER_uninterpreted_hash(b, c));
  if (a == b) assert(first == __CPROVER_uninterpreted_hash(b, c));
  return 0;
}
