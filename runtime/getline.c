/* stdio.h: lines of any length. */
#define _GNU_SOURCE
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for this many bytes, as glibc makes it: twice as much as there is, or just enough. */
static int make_room(char **line, size_t *room, size_t bytes) {
  if (bytes <= *room) return 1;
  size_t larger = bytes < 2 * *room ? 2 * *room : bytes;
  char *moved = realloc(*line, larger);
  if (!moved) return 0;
  *line = moved;
  *room = larger;
  return 1;
}

/* A part of a line that is in one buffer of the stream. */
struct part {
  char *bytes;
  size_t count, room;
};

static void append(struct part *part, char c) {
  if (part->count == part->room) {
    size_t room = part->room ? 2 * part->room : 64;
    char *larger = __sheaf_model_alloc(room);
    if (part->count) __builtin_memcpy(larger, part->bytes, part->count);
    part->bytes = larger;
    part->room = room;
  }
  part->bytes[part->count++] = c;
}

ssize_t getdelim(char **restrict line, size_t *restrict room, int end, FILE *restrict stream) {
  size_t n = 0;
  struct part part = {0};
  if (!line || !room) {
    errno = EINVAL;
    return -1;
  }
  if (ferror(stream)) return -1;
  sheaf_orient(stream, SHEAF_BYTES);
  /* Before reading, so that a line is allocated even at the end of the file. */
  if (!*line || !*room) {
    if (!(*line = malloc(120))) return -1;
    *room = 120;
  }
  for (int c = EOF;;) {
    c = sheaf_next_of_line(stream, c, end);
    if (c == EOF && !n && !part.count) return -1;
    if (c != EOF) append(&part, (char)c);
    if (c != EOF && sheaf_has_ahead(stream)) continue;
    if (!make_room(line, room, n + part.count + 1)) return -1;
    if (part.count) __builtin_memcpy(*line + n, part.bytes, part.count);
    n += part.count;
    part.count = 0;
    if (c == EOF) break;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t __getdelim(char **line, size_t *room, int end, FILE *stream) { return getdelim(line, room, end, stream); }
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) { return getdelim(line, room, '\n', stream); }
