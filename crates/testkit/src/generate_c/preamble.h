#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static jmp_buf here;
static sigjmp_buf there;

static void jump_from(int depth, int value) {
    volatile int left = depth;
    if (left == 0)
        longjmp(here, value);
    jump_from(left - 1, value);
}

static void jump_on_signal(int number) { siglongjmp(there, number); }

static int ascending(const void *first, const void *second) {
    int32_t a = *(const int32_t *)first, b = *(const int32_t *)second;
    return (a > b) - (a < b);
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

static const char *const words[] = {"a", "b=1", "12", "ab"};

static int32_t find(const char *text) {
    for (int32_t i = 0; i < 4; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return -1;
}

static const char *after(const char *text, int value) {
    const char *at = value ? strchr(text, value) : NULL;
    return at ? at + 1 : text;
}

static int32_t place(const char *text, const char *at) {
    return at ? (int32_t)(at - text) : -1;
}

static void spell(char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        text[i] = "ab=1- 2"[text[i] & 7];
    text[size - 1] = 0;
}

static const double numbers[] = {0.5, 9.0, -1.0, 2.0};

static int32_t whole(double number) {
    return number > -1e6 && number < 1e6 ? (int32_t)number : -7;
}
