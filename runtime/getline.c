/* stdio.h: lines of any length. */
#define _GNU_SOURCE
#include "stream.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream) {
  size_t n = 0;
  if (!line || !room) {
    errno = EINVAL;
    return -1;
  }
  if (!*line) *room = 0;
  sheaf_orient(stream, SHEAF_BYTES);
  for (int c = EOF;;) {
    c = sheaf_next_of_line(stream, c, end);
    if (c == EOF && !n) return -1;
    if (n + 2 > *room) {
      size_t larger = *room ? 2 * *room : 120;
      char *moved = realloc(*line, larger);
      if (!moved) return -1;
      *line = moved;
      *room = larger;
    }
    if (c == EOF) break;
    (*line)[n++] = (char)c;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t __getdelim(char **line, size_t *room, int end, FILE *stream) { return getdelim(line, room, end, stream); }
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) { return getdelim(line, room, '\n', stream); }
