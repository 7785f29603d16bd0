#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *address, size_t bytes, const char *name);
void klee_assume(uintptr_t condition);

static uint32_t mix(uint32_t sum, uint64_t value) {
    return (sum << 5 | sum >> 27) ^ (uint32_t)value ^ (uint32_t)(value >> 32);
}

static uint32_t repeat(uint32_t times, uint32_t value) {
    if (times == 0)
        return value;
    return repeat(times - 1, value * 3 + times);
}

static int32_t divide(int32_t a, int32_t b) {
    if (b == 0 || (a == INT32_MIN && b == -1))
        return a;
    return a / b;
}

static int64_t remainder_of(int64_t a, int64_t b) {
    if (b == 0 || b == -1)
        return 0;
    return a % b;
}

struct node {
    int32_t value;
    struct node *next;
};

static struct node *node(int32_t value, struct node *next) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = next;
    return made;
}

static void insert(struct node **list, int32_t value) {
    while (*list && (*list)->value < value)
        list = &(*list)->next;
    *list = node(value, *list);
}

static struct node *reversed(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static int32_t length(const struct node *list) {
    int32_t count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}
