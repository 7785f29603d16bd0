// A pointer to a local of a function that has returned.
// expect: bug use-after-free @10
static int *leak(void) {
  int local = 5;
  int *volatile p = &local;
  return p;
}
int main(void) {
  int *p = leak();
  return *p;
}
