// Functions before and after `main`, in the order of a linker: the sections of the source first.
// run: exit 0
// output: pre1 1 1 1
// output: pre2 1 1 1
// output: i100 1 1 1
// output: cp101 1 1 1
// output: cp200 1 1 1
// output: i65535 1 1 1
// output: i1 1 1 1
// output: i2 1 1 1
// output: i3 1 1 1
// output: c1 1 1 1
// output: c2 1 1 1
// output: main
// output: at
// output: d2
// output: d1
// output: f2
// output: f1
// output: dp200
// output: dp101
// output: f100
#include <stdio.h>
#include <stdlib.h>
#define F(n) static void n(int c, char **v, char **e) { printf(#n " %d %d %d\n", c, v && v[0] && !v[c], e != 0); }
#define D(n) static void n(void) { printf(#n "\n"); }
F(c1) F(c2) F(i1) F(i2) F(i3) F(i100) F(i65535) F(pre1) F(pre2) F(cp101) F(cp200)
D(d1) D(d2) D(f1) D(f2) D(f100) D(dp101) D(dp200) D(at)
typedef void (*fn)();
#define S(sec,name,...) fn name[] __attribute__((section(sec), used, aligned(8))) = {__VA_ARGS__};
__attribute__((constructor)) static void c1_(int a, char **b, char **c) { c1(a,b,c); }
S(".init_array", x1, i1, i2)
S(".init_array.100", x2, i100)
S(".init_array.65535", x8, i65535)
S(".preinit_array", x3, pre1, pre2)
__attribute__((constructor)) static void c2_(int a, char **b, char **c) { c2(a,b,c); }
__attribute__((constructor(101))) static void c101_(int a, char **b, char **c) { cp101(a,b,c); }
__attribute__((constructor(200))) static void c200_(int a, char **b, char **c) { cp200(a,b,c); }
static fn x6 __attribute__((section(".init_array"), used, aligned(8))) = i3;
__attribute__((destructor)) static void d1_() { d1(); }
__attribute__((destructor)) static void d2_() { d2(); }
__attribute__((destructor(101))) static void d101_() { dp101(); }
__attribute__((destructor(200))) static void d200_() { dp200(); }
S(".fini_array", y1, f1, f2)
S(".fini_array.100", y2, f100)
int main(void) { atexit(at); printf("main\n"); return 0; }
