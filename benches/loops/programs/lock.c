// A lock in memory is taken and released in turns, by a function, whatever the requests.
// expect: safe
#include <assert.h>
unsigned nondet_uint(void);
int nondet_int(void);
static int held, owner;
static int take(int who) {
    if (held)
        return 0;
    held = 1;
    owner = who;
    return 1;
}
static void release(int who) {
    assert(held && owner == who);
    held = 0;
}
int main(void) {
    unsigned n = nondet_uint();
    int mine = 0;
    for (unsigned i = 0; i < n; i++) {
        int request = nondet_int();
        if (mine) {
            if (request < 0) {
                release(7);
                mine = 0;
            }
        } else if (request > 0) {
            mine = take(7);
        }
    }
    assert(mine == held);
    return 0;
}
