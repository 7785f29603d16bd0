// Writing to a string literal.
// expect: bug out-of-bounds @5
int main(void) {
  char *text = "constant";
  text[0] = 'C';
  return 0;
}
