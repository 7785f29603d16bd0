// Recursion without end.
// expect: bug stack-overflow @4
static int down(int n) {
  return down(n ^ 1) + 1;
}
int main(void) { return down(0); }
