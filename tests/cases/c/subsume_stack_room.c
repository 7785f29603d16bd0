// On one path, what a variable-length array took of the stack is free again; on the other one, `alloca` keeps it.
// expect: bug stack-overflow @18
#include <alloca.h>
#include <klee/klee.h>
int main(void) {
  int keeps;
  klee_make_symbolic(&keeps, sizeof keeps, "keeps");
  unsigned long first = 6000000, second = 3000000;
  volatile char *p;
  if (keeps) {
    p = alloca(first);
    p[0] = 1;
  } else {
    char room[first];
    p = room;
    p[0] = 1;
  }
  keeps = 0, p = 0; { char room[second]; room[0] = 1; if (room[0] != 1) return 1; }
  return 0;
}
