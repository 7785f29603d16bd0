// Without a request, what C defines or x86-64 permits is no failure.
// expect: safe
#include <klee/klee.h>
int main(void) {
  unsigned x = klee_int("x"), y = klee_int("y");
  char bytes[16] = {0};
  int i = klee_range(0, 8, "i");
  switch (klee_range(0, 5, "which")) {
    case 0: return *(int *)(bytes + i);
    case 1: return x + y == 7;
    case 2: { unsigned char small = i * 100; return small; }
    case 3: { int number = x; return number == 3; }
    default: return 0;
  }
}
