/* The environment of the program: arguments, environment variables, and failures of system
 * calls. */
#define _GNU_SOURCE
#include "environment.h"
#include "sheaf.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *program_invocation_name = __sheaf_program_name, *program_invocation_short_name = __sheaf_program_name;
extern char *__progname_full __attribute__((alias("program_invocation_name")));
extern char *__progname __attribute__((alias("program_invocation_short_name")));

long long sheaf_microseconds;

/* Arguments. */

static char *symbolic_argument(int number, size_t bytes) {
  char name[24];
  sprintf(name, "argument %d", number);
  char *text = __sheaf_model_alloc(bytes + 1);
  __sheaf_make_input(text, bytes, name);
  text[bytes] = 0;
  return text;
}

/* Appends up to `count` symbolic arguments of up to `bytes` bytes to the `argc` arguments at
 * `*argv`; returns the new number of arguments. */
int __sheaf_arguments(char ***argv, int argc, size_t count, size_t bytes) {
  int more = __sheaf_concrete(__sheaf_pick("symbolic arguments", (int)count));
  char **all = __sheaf_model_alloc((size_t)(argc + more + 1) * sizeof *all);
  for (int i = 0; i < argc; i++) all[i] = (*argv)[i];
  for (int i = argc; i < argc + more; i++) all[i] = symbolic_argument(i, bytes);
  all[argc + more] = NULL;
  *argv = all;
  return argc + more;
}

/* Failures. */

int sheaf_call_fails(const char *call, const int *errors) {
  static size_t failed;
  if (failed == __sheaf_failing_calls) return 0;
  int count = 0;
  while (errors[count]) count++;
  char name[64];
  snprintf(name, sizeof name, "%s fails", call);
  int chosen = __sheaf_pick(name, count);
  if (!chosen) return 0;
  failed++;
  errno = errors[chosen - 1];
  return 1;
}

size_t sheaf_transferred(const char *call, size_t bytes) {
  static size_t shortened;
  if (shortened == __sheaf_short_calls || bytes < 2) return bytes;
  char name[64];
  snprintf(name, sizeof name, "%s is short by", call);
  int less = __sheaf_pick(name, bytes > INT_MAX ? INT_MAX : (int)(bytes - 1));
  if (less) shortened++;
  return bytes - (size_t)less;
}

/* Variables. */

char **environ = __sheaf_variables;
extern char **__environ __attribute__((alias("environ"))), **_environ __attribute__((alias("environ")));

/* The entry of a variable, or NULL. */
static char **find(const char *name, size_t length) {
  for (char **at = environ; at && *at; at++)
    if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return at;
  return NULL;
}

char *sheaf_variable(const char *name) {
  size_t length = strlen(name);
  char **entry = length ? find(name, length) : NULL;
  return entry ? *entry + length + 1 : NULL;
}

char *getenv(const char *name) {
  __sheaf_assumes("there are no environment variables but those of --env");
  return sheaf_variable(name);
}

char *secure_getenv(const char *name) { return getenv(name); }

int sheaf_has_memory(void) {
  void *possible = __sheaf_malloc(1);
  if (!possible) {
    errno = ENOMEM;
    return 0;
  }
  free(possible);
  return 1;
}

/* Memory that is never freed, or NULL if an allocation fails. */
static void *lasting(size_t bytes) { return sheaf_has_memory() ? __sheaf_model_alloc(bytes) : NULL; }

/* The entry for a name of this length, a new one that is NULL if there is none; NULL without
 * memory. */
static char **entry_for(const char *name, size_t length) {
  char **entry = find(name, length);
  if (entry) return entry;
  size_t count = 0;
  while (environ && environ[count]) count++;
  char **larger = lasting((count + 2) * sizeof *larger);
  if (!larger) return NULL;
  for (size_t i = 0; i < count; i++) larger[i] = environ[i];
  larger[count] = larger[count + 1] = NULL;
  environ = larger;
  return &larger[count];
}

int putenv(char *text) {
  char *end = strchr(text, '=');
  if (!end) {
    unsetenv(text);
    return 0;
  }
  char **entry = entry_for(text, (size_t)(end - text));
  if (!entry) return -1;
  *entry = text;
  return 0;
}

static int is_name(const char *name) { return name && *name && !strchr(name, '='); }

int setenv(const char *name, const char *value, int overwrite) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  size_t length = strlen(name), bytes = strlen(value) + 1;
  if (!overwrite && find(name, length)) return 0;
  char **entry = entry_for(name, length);
  char *text = entry ? lasting(length + 1 + bytes) : NULL;
  if (!text) return -1;
  __builtin_memcpy(text, name, length);
  text[length] = '=';
  __builtin_memcpy(text + length + 1, value, bytes);
  *entry = text;
  return 0;
}

int unsetenv(const char *name) {
  if (!is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  size_t length = strlen(name);
  for (char **entry; (entry = find(name, length));)
    for (; *entry; entry++) entry[0] = entry[1];
  return 0;
}

int clearenv(void) {
  environ = NULL;
  return 0;
}
