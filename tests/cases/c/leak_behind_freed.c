// What a freed object leads to is lost, also where it is freed on some merged paths.
// expect: bug leak @7
// options: --enable leak
#include <stdlib.h>
#include <klee/klee.h>
struct n { struct n *next; } * g;
int main(void) { int x = klee_range(0, 2, "x"); g = malloc(sizeof *g); g->next = malloc(sizeof *g); g->next->next = 0; if (x) free(g); return 0; }
