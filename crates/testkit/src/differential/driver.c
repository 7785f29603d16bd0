// Runs programs of a batch on given inputs. Each line of standard input is the number of a program
// and the bytes of its inputs in hexadecimal; each is run in a process of its own, and a line tells
// how it ended.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DROPPED = 98, OUT_OF_INPUTS = 99, MOST_BYTES = 4096, SECONDS = 20 };

extern int (*const sheaf_entries[])(void);

static uint8_t inputs[MOST_BYTES];
static size_t available, used;

static void leave(int status) {
    fflush(stdout);
    _exit(status);
}

void klee_make_symbolic(void *address, size_t bytes, const char *name) {
    (void)name;
    if (bytes > available - used)
        leave(OUT_OF_INPUTS);
    memcpy(address, inputs + used, bytes);
    used += bytes;
}

void klee_assume(uintptr_t condition) {
    if (!condition)
        leave(DROPPED);
}

static void run(int program) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(1, 2);
        alarm(SECONDS);
        leave(sheaf_entries[program]());
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status))
        printf("\n@ exit %d\n", WEXITSTATUS(status));
    else
        printf("\n@ signal %d\n", WTERMSIG(status));
}

int main(void) {
    char line[2 * MOST_BYTES + 32];
    while (fgets(line, sizeof line, stdin)) {
        char *text;
        int program = (int)strtol(line, &text, 10);
        unsigned byte;
        available = used = 0;
        while (*text == ' ')
            text++;
        while (available < MOST_BYTES && sscanf(text, "%2x", &byte) == 1) {
            inputs[available++] = (uint8_t)byte;
            text += 2;
        }
        run(program);
    }
    return 0;
}
