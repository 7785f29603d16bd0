/* Constructors, destructors, exit handlers, aliases, weak symbols, computed initial contents. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(200))) static void later(void) { printf("later %d\n", order++); }
__attribute__((constructor(101))) static void sooner(void) { printf("sooner %d\n", order++); }
__attribute__((destructor)) static void last(void) { printf("last %d\n", order++); }
static void handler(void) { printf("handler %d\n", order++); }

int original(int x) { return x + 1; }
extern int renamed(int x) __attribute__((alias("original")));
extern int missing(void) __attribute__((weak));
__attribute__((weak)) int weakly(void) { return 3; }

static int values[4] = {1, 2, 3, 4};
static intptr_t address = (intptr_t)&values[1];
static char *special = (char *)-1;
static int tentative;
int tentative_too;
static const struct { const char *name; int (*call)(int); void *any; } commands[] = {
    {"original", original, &values[3]}, {"renamed", renamed, &commands}, {0, 0, (void *)16}};

int main(void) {
    atexit(handler);
    printf("%d %d %d\n", renamed(4), missing ? 1 : 0, weakly());
    printf("%d %d\n", *(int *)address, special == (char *)UINTPTR_MAX);
    printf("%s %d %d %d\n", commands[1].name, commands[0].call(9), *(int *)commands[0].any,
           (int)(intptr_t)commands[2].any);
    printf("%d %d\n", tentative, tentative_too);
    exit(order + 20);
}
