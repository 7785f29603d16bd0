// So far outside that another object lies there.
// expect: bug out-of-bounds @6
static char first[16], second[4096];
int main(void) {
  second[0] = 1;
  first[40] = 1;
  return 0;
}
