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
  sheaf_orient(stream, SHEAF_BYTES);
  /* Before reading, so that a line is allocated even at the end of the file. */
  if (!*line || !*room) {
    if (!(*line = malloc(120))) return -1;
    *room = 120;
  }
  for (int c = EOF;;) {
    c = sheaf_next_of_line(stream, c, end);
    if (c == EOF && !n) return -1;
    if (n + 2 > *room) {
      size_t larger = n + 2 > 2 * *room ? n + 2 : 2 * *room;
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
