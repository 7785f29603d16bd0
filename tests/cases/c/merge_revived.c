// One number is that of a living local on some merged paths, and of one that has ended on others: where it does not
// live, later ones may be at its place.
// expect: incomplete address-dependent
#include <klee/klee.h>
#include <stdlib.h>

#define L(i) for (int i = 0; i < x; i++)
#define COSTLY(k) if (x > 2000) L(a) L(b) L(c) L(d) L(e) L(f) L(g) L(h) if (x + h == k) y++;

static void makes(void) {
  int a[4];
  volatile int *q = a;
  q[0] = 1;
}

static void escape(void *p) { *(volatile char *)p = 1; }

static void compare(char *p) {
  char w[16];
  escape(w);
  if (p == w) abort();
}

int f(int k, int k1, int k2, int k3, int k4, int k5, int k6, int k7, int k8, int x) {
  int y = 0;
  char *ended = 0;
  for (int j = 0; j < 3; j++) {
    if (x > 3000) goto in1;
    {
      int u[4];
    in1:
      escape(u);
      if (j == 2) {
        compare(ended);
        return 0;
      }
    }
    if (x > 3000) goto in2;
    {
      char v[16];
    in2:
      escape(v);
      if (k == 5) ended = v;
    }
    if (j == 0) { COSTLY(k) COSTLY(k1) COSTLY(k2) COSTLY(k3) COSTLY(k4) COSTLY(k5) COSTLY(k6) COSTLY(k7) COSTLY(k8) }
    if (x + 1 == k) y = 1;
    else y = 2;
    k = k1 = k2 = k3 = k4 = k5 = k6 = k7 = k8 = 0;
    y = 0;
  }
  return 0;
}

int main(void) {
  int k, k1 = 0, k2 = 0, k3 = 0, k4 = 0, k5 = 0, k6 = 0, k7 = 0, k8 = 0, x;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 1000);
  if (k) {
    makes();
    k = 3;
  } else k = k1 = k2 = k3 = k4 = k5 = k6 = k7 = k8 = 5;
  f(k, k1, k2, k3, k4, k5, k6, k7, k8, x);
  return 0;
}
