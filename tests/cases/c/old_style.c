// C as it was before 1989 and 1999: types that are `int` when not said, parameters declared behind their list, functions without a
// declaration, and conversions between pointers and numbers.
// expect: bug assertion @20
int (*chosen)(char *);

largest(a, b) {
  return a > b ? a : b;
}

static char *shift(text, by)
  char *text;
{
  return text + by;
}

main() {
  char text[4] = "abc";
  long place = text;
  chosen = largest;
  assert(*shift(text, 1) != 'b' + twice(nondet_int() & 1));
  assert(largest(2, 3) == 3 && place == (long)text);
  return 0;
}

twice(n) { return 2 * n; }
