/* What a program finds when it starts: made by the front end from the command line's options. Not
 * for programs. */
#ifndef SHEAF_ENVIRONMENT_H
#define SHEAF_ENVIRONMENT_H

#include <stddef.h>

/* A file that is there from the start; the first one is standard input. */
struct sheaf_file {
  const char *name;
  const char *bytes; /* NULL: symbolic */
  size_t size;       /* of symbolic content: the largest */
};

extern const struct sheaf_file __sheaf_files[];
extern const size_t __sheaf_file_count;

/* How many system calls may fail. */
extern const size_t __sheaf_failing_calls;

/* How many calls may transfer less than they are asked for. */
extern const size_t __sheaf_short_calls;

/* The last part of the program's name. */
extern char __sheaf_program_name[];

/* The environment variables: `NAME=VALUE` each, NULL at the end. */
extern char *__sheaf_variables[];

/* Whether a system call fails. Then `errno` is one of the numbers, which end with 0. */
int sheaf_call_fails(const char *call, const int *errors);

/* How many of the bytes a call transfers that is asked for this many: all of them, or less, but at
 * least one. */
size_t sheaf_transferred(const char *call, size_t bytes);

#endif
