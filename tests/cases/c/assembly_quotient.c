// The quotient of two words by one must fit into a word.
// expect: bug division-by-zero @9
unsigned nondet_uint(void);

int main(void) {
  unsigned high = nondet_uint(), by = nondet_uint(), quotient, rest;
  if (by == 0) return 0;
  if (high > by) return 0;
  __asm__("divl %4" : "=a"(quotient), "=d"(rest) : "0"(1), "1"(high), "rm"(by));
  return (int)(quotient & 1);
}
