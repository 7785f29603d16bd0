/* Reads one line of a configuration file, such as "max=7". config.c with its mistake fixed; no line of any content makes it fail:
 *
 *   sheaf check examples/config_fixed.c
 */
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>
#include <string.h>

#define NAME_SIZE 4

/* Stores the value of "max"; returns whether the line sets it. */
static int read_max(const char *line, int *value) {
  char name[NAME_SIZE];
  size_t length = 0;
  while (islower((unsigned char)line[length])) {
    if (length == NAME_SIZE - 1) return 0; /* too long to be a name of ours */
    name[length] = line[length];
    length++;
  }
  name[length] = '\0';
  if (strcmp(name, "max") != 0 || line[length] != '=') return 0;
  if (!isdigit((unsigned char)line[length + 1])) return 0;
  *value = line[length + 1] - '0';
  return 1;
}

int main(void) {
  char line[8];
  int value = -1;
  klee_make_symbolic(line, sizeof line, "line"); /* any line of up to 7 characters */
  klee_assume(line[sizeof line - 1] == '\0');
  if (read_max(line, &value)) assert(0 <= value && value <= 9);
  return 0;
}
