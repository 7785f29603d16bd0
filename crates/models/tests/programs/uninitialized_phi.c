/* Locals that are set on one way only, in ways on which that does not matter. */
#include <stdio.h>
static int pick(int c) {
    int x;
    if (c) x = 1;
    return c ? x : 7;
}
int main(void) {
    int kept, i;
    for (i = 0; i < 3; i++) {
        int fresh;
        if (i == 0) kept = 10;
        fresh = i;
        kept += fresh;
    }
    printf("%d %d %d\n", pick(0), pick(5), kept);
    return 0;
}
