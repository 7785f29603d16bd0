// Functions of the C library and `assert` are declared for sources that call them without their headers, with the types that the
// compiler knows.
// expect: bug assertion @12
int main(void) {
  char *text = malloc(8);
  double root = sqrt(16.0);
  if (!text) return 1;
  memset(text, 0, 8);
  strcpy(text, "abc");
  assert(strlen(text) == 3 && root == 4.0);
  text[3] = nondet_char();
  assert(strlen(text) == 3);
  free(text);
  return abs(-1) - 1;
}
