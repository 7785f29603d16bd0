/* Atomic operations, volatile, thread-local variables. */
#include <stdatomic.h>
#include <stdio.h>

static _Thread_local int mine = 4;
static volatile int seen = 1;
static atomic_int counter = 5;
static _Atomic(long) longs;

int main(void) {
    atomic_fetch_add(&counter, 3);
    int old = atomic_exchange(&counter, 100);
    int expected = 100;
    int first = atomic_compare_exchange_strong(&counter, &expected, 7);
    int second = atomic_compare_exchange_strong(&counter, &expected, 8);
    printf("%d %d %d %d %d\n", old, first, second, expected, atomic_load(&counter));
    printf("%d %d\n", __atomic_nand_fetch((int *)&counter, 3, __ATOMIC_SEQ_CST), __sync_fetch_and_or((int *)&counter, 1));
    atomic_store(&longs, -9);
    atomic_fetch_sub(&longs, 1);
    atomic_thread_fence(memory_order_seq_cst);
    seen += seen;
    mine++;
    printf("%ld %d %d\n", (long)longs, seen, mine);
    int max = __atomic_fetch_max(&expected, 50, __ATOMIC_RELAXED);
    return max + (int)counter;
}
