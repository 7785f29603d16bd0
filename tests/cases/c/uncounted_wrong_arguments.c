// A call with too few arguments, where that does not count.
// expect: incomplete uncounted-failure
// options: --disable type-error
static int twice(int x) { return 2 * x; }
int main(void) {
  int (*f)() = (int (*)())twice;
  return f();
}
