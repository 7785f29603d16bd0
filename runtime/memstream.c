/* stdio.h: streams in memory, which have no descriptor: open_memstream and fmemopen. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include "stream.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct sheaf_memory {
  struct sheaf_open open;
  char **text;    /* of `open_memstream`: where the content is stored; else NULL */
  size_t *length; /* and its length, up to the position */
  char *shown;    /* glibc's buffer when the content was stored last */
  size_t shown_room; /* its size */
  size_t room;    /* the size that glibc's buffer has now */
  int has_jumped; /* it has moved beyond its content */
  size_t limit;   /* of `fmemopen`: size of the program's array */
};

ssize_t sheaf_memory_read(struct sheaf_memory *memory, void *to, size_t bytes) {
  return (ssize_t)sheaf_read(&memory->open, to, bytes);
}

/* Whether this is a stream of `open_memstream`. */
int sheaf_memory_grows(const struct sheaf_memory *memory) { return memory->text != NULL; }

static int refuse(int error) {
  errno = error;
  return -1;
}

/* Writes to the array of `fmemopen`; adds a zero if the content grows and there is room, and puts
 * one at the end if the array is not appended to and gets full. */
static ssize_t write_to_array(struct sheaf_memory *memory, const char *from, size_t bytes) {
  struct sheaf_node *node = memory->open.node;
  int appends = memory->open.flags & O_APPEND, adds_zero = !bytes || from[bytes - 1];
  size_t at = appends ? node->size : memory->open.position;
  if (at + bytes > memory->limit) {
    if (memory->open.position + (size_t)adds_zero >= memory->limit) return refuse(ENOSPC);
    bytes = memory->limit - at;
  }
  __builtin_memcpy(node->bytes + at, from, bytes);
  memory->open.position = at + bytes;
  if (memory->open.position <= node->size) return (ssize_t)bytes;
  node->size = memory->open.position;
  if (adds_zero && node->size < memory->limit) node->bytes[node->size] = 0;
  else if (adds_zero && !appends) node->bytes[memory->limit - 1] = 0;
  return (ssize_t)bytes;
}

/* Enlarges the buffer of a stream of `open_memstream` as glibc does, for so many bytes. */
static void make_room(struct sheaf_memory *memory, size_t bytes) {
  while (memory->room < bytes) memory->room = 2 * memory->room + 100;
}

ssize_t sheaf_memory_write(struct sheaf_memory *memory, const void *from, size_t bytes) {
  if (!memory->text) return write_to_array(memory, from, bytes);
  sheaf_write(&memory->open, from, bytes);
  make_room(memory, memory->open.position);
  return (ssize_t)bytes;
}

/* Where SEEK_END starts. The end of a stream of `open_memstream` is where it writes, while glibc has
 * not enlarged its buffer. */
static off_t end_of(const struct sheaf_memory *memory) {
  size_t position = memory->open.position, size = memory->open.node->size;
  if (memory->text && position < size && (size >= BUFSIZ || memory->has_jumped))
    __sheaf_unmodelled("the end of a stream of open_memstream that has moved back");
  return (off_t)(memory->text ? position : size);
}

off_t sheaf_memory_seek(struct sheaf_memory *memory, off_t distance, int from) {
  off_t start = from == SEEK_CUR ? (off_t)memory->open.position : from == SEEK_END ? end_of(memory) : 0, place;
  int is_valid = !__builtin_add_overflow(start, distance, &place) && place >= 0 && (memory->text || (size_t)place <= memory->limit);
  if (!is_valid && (memory->open.flags & O_ACCMODE) == O_RDWR) __sheaf_unmodelled("a move out of the array of fmemopen that can be read and written");
  if (!is_valid) return refuse(EINVAL);
  memory->open.position = (size_t)place;
  if (memory->open.position > memory->open.node->size) memory->has_jumped = 1;
  if (memory->open.position > memory->room) memory->room = memory->open.position + 100;
  return place;
}

void sheaf_memory_publish(struct sheaf_memory *memory, int closes) {
  struct sheaf_node *node = memory->open.node;
  size_t length = memory->open.position;
  if (!memory->text) return;
  if (length > node->size) sheaf_resize(node, length);
  size_t bytes = closes ? length : node->size;
  make_room(memory, node->size + 1);
  int moves = closes || memory->shown_room < memory->room;
  char *text = moves ? calloc(closes ? bytes + 1 : memory->room, 1) : memory->shown;
  if (!text) return;
  if (moves) {
    if (bytes) __builtin_memcpy(text, node->bytes, bytes);
    free(memory->shown);
    node->bytes = (unsigned char *)text;
    node->room = memory->shown_room = memory->room;
  }
  text[bytes] = 0;
  *memory->text = memory->shown = text;
  *memory->length = length;
}

static FILE *start(struct sheaf_memory memory) {
  FILE *stream = sheaf_new_stream(-1, memory.open.flags);
  if (!stream) return NULL;
  struct sheaf_memory *kept = __sheaf_model_alloc(sizeof *kept);
  *kept = memory;
  sheaf_own(stream)->memory = kept;
  return stream;
}

FILE *open_memstream(char **text, size_t *length) {
  struct sheaf_open open = {.node = sheaf_new_node(S_IFREG | 0600), .flags = O_WRONLY};
  FILE *stream = start((struct sheaf_memory){.open = open, .text = text, .length = length, .room = BUFSIZ});
  if (!stream) return NULL;
  /* Each byte is in the content at once; only `fflush` and `fclose` show it. */
  sheaf_own(stream)->mode = _IONBF;
  return stream;
}

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
  int flags = sheaf_stream_flags(mode);
  if (flags < 0) return NULL;
  struct sheaf_node *node = sheaf_new_node(S_IFREG | 0600);
  node->bytes = buffer ? buffer : __sheaf_model_alloc(size);
  if (size && (!buffer || (mode[0] == 'w' && mode[1] == '+'))) node->bytes[0] = 0;
  node->room = size;
  node->size = *mode == 'r' ? size : *mode == 'w' ? 0 : strnlen((char *)node->bytes, size);
  struct sheaf_open open = {.node = node, .flags = flags, .position = *mode == 'a' ? node->size : 0};
  return start((struct sheaf_memory){.open = open, .limit = size});
}
