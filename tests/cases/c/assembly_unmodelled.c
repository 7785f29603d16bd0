// Other inline assembly is a reason.
// expect: incomplete unmodelled-call
int main(void) {
  int x = 1;
  __asm__("rcll $1, %0" : "+r"(x));
  return x;
}
