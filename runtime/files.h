/* The table of open files, all in memory. Not for programs. */
#ifndef SHEAF_FILES_H
#define SHEAF_FILES_H

#include "sheaf.h"
#include <limits.h>
#include <stddef.h>
#include <sys/types.h>

struct sheaf_open;
struct sheaf_node;
struct sheaf_stream;

/* A stream that takes the bytes of a file of symbolic size one by one, and has read more of them
 * natively: see stream.h. */
struct sheaf_ahead {
  struct sheaf_open *open;
  struct sheaf_stream *stream; /* or NULL */
  void (*complete)(struct sheaf_stream *stream);
};

/* Completes what a stream has read ahead of an open file, or of any if it is NULL, before the
 * file's position or content is used by others. */
void sheaf_complete_reads(struct sheaf_node *node, struct sheaf_open *open);

/* The largest file of the host's usual file systems, in bytes. */
#define SHEAF_MAX_FILE (sizeof(off_t) < 8 ? LONG_MAX : (off_t)(16ull << 40))

/* An offset of 64 bits as one of the platform. With 32 bits, no file is so large. */
static inline off_t sheaf_offset(long long offset) {
  if (offset != (off_t)offset) __sheaf_unmodelled("a position in a file beyond 2 GiB");
  return (off_t)offset;
}

/* A point in time since the start. */
struct sheaf_time {
  long long seconds;
  int nanoseconds;
};

/* A file. */
struct sheaf_node {
  struct sheaf_node *next;
  const char *name; /* from the root, as `normalise` writes it; NULL: it has none, or was removed */
  unsigned char *bytes;
  size_t size;  /* symbolic until it is needed */
  size_t least; /* the lower bound of a symbolic size on this path */
  size_t room;  /* capacity of `bytes` */
  mode_t mode; /* with the type */
  unsigned long number;
  const char *input; /* the name of its symbolic content, if that is not created yet; `room` is the maximum size */
  int stream; /* 1 or 2: what is written is the program's output */
  int null;   /* writes are discarded */
  int is_others; /* it belongs to the superuser, not to the user */
  unsigned mapped; /* how many mappings are copies of it */
  struct sheaf_ahead ahead;
  struct sheaf_pipe *pipe; /* of a pipe that is not a standard stream: see pipe.c */
  size_t taken;            /* bytes of it that were read */
  unsigned readers, writers; /* descriptors */
  struct sheaf_time accessed, modified, changed;
};

/* An open file, which several descriptors may refer to. */
struct sheaf_open {
  struct sheaf_node *node;
  size_t position;
  int flags; /* as `open` takes them */
  unsigned references;
  unsigned opened_before; /* of a FIFO: how many opened it for writing before its reader did */
};

/* The usual limit of descriptors, for which there is room. */
enum { SHEAF_DESCRIPTORS = 1024 };

/* The limit that the program has set, or the usual one, which is assumed. */
unsigned sheaf_descriptors(void);
void sheaf_limit_descriptors(unsigned limit);

/* Whether a descriptor may have this number. */
int sheaf_may_be_number(unsigned long number);

/* The open file of this descriptor, or NULL with `errno` set. */
struct sheaf_open *sheaf_opened(int file);

/* The kinds of the parts of a name: a file's own name, `.`, `..`; or there is no part after the
 * root. */
enum sheaf_part { SHEAF_NAME, SHEAF_SAME, SHEAF_UP, SHEAF_ROOT };

/* The result of looking up a name. */
struct sheaf_place {
  struct sheaf_node *node;   /* or NULL */
  int error;                 /* the error of a call that needs the file; 0 if it exists */
  int folder_error;          /* the error of a call that only needs the folder of the last part */
  struct sheaf_node *folder; /* that folder; NULL if it is not known */
  enum sheaf_part last;      /* the last part */
  int is_folder;             /* only a folder can have the name: it ends in `/`, `.` or `..` */
  struct sheaf_node *named;  /* the file without regard to a slash at the end, or NULL */
};

struct sheaf_place sheaf_look_up(const char *name);

/* The file of this name, or NULL. */
struct sheaf_node *sheaf_find(const char *name);

/* The folder with a file that has a name. */
struct sheaf_node *sheaf_parent(const struct sheaf_node *node);

/* The working directory. */
extern struct sheaf_node *sheaf_working;

/* The name of the working directory at the start, without its slash. */
#define SHEAF_WORKING "tmp/sheaf"

/* Says that the name of the working directory is assumed, if this file is in it. */
void sheaf_assume_working(const struct sheaf_node *node);

/* A copy of a name in the form in which files store it. */
const char *sheaf_new_name(const char *name);

/* The path that a name refers to relative to the folder of this descriptor, as in `openat`, or
 * NULL with `errno` set. */
const char *sheaf_name_at(int folder, const char *name);

/* The part of a file's name after that of this folder and a slash, or NULL if the file is not
 * directly in it. */
const char *sheaf_name_in(const struct sheaf_node *node, const char *folder);

/* Whether the user may do this with a file: R_OK, W_OK, X_OK or several. */
int sheaf_may(const struct sheaf_node *node, int access);

/* Whether the user may add the name to its folder, or remove it; sets `errno` if not. */
int sheaf_may_name(struct sheaf_place place);

/* Fails because a file is missing, and records it in the verdict. */
int sheaf_missing(struct sheaf_place place, const char *name);

/* The next file in the list of all files, some of which have no name; the first for NULL. */
struct sheaf_node *sheaf_next(struct sheaf_node *node);

/* The file of this name, or NULL with `errno` set, which is recorded in the verdict. */
struct sheaf_node *sheaf_find_or_note(const char *name);

/* A new empty file without a name. */
struct sheaf_node *sheaf_new_node(mode_t mode);

/* A new descriptor for a file; -1 if there is none. */
int sheaf_open_node(struct sheaf_node *node, int flags);

/* Whether there is a free descriptor; `errno` is set if not. */
int sheaf_has_free_number(void);

/* The lowest free descriptor from this one on for an open file; -1 if there is none. */
int sheaf_number(struct sheaf_open *open, int least);

/* Closes a descriptor; -1 if it is not open. */
int sheaf_close(int file);

/* The bits that new files do not have; the mask at the start is assumed. */
mode_t sheaf_mask(void);

/* The flags of a descriptor: FD_CLOEXEC or 0. */
int *sheaf_flags_of_number(int file);

/* The size of a file; concrete from here on, unless states merge. */
size_t sheaf_size(struct sheaf_node *node);

/* Whether the size of a file is symbolic. Creates the content of a file that is an input. */
int sheaf_has_symbolic_size(struct sheaf_node *node);

/* The number of bytes to read, at most `bytes`. A symbolic size is decided as far as the read
 * needs it: byte by byte if the rest of the file is requested, otherwise only whether all bytes
 * exist; if they do not, the result is symbolic. */
size_t sheaf_available(struct sheaf_open *open, size_t bytes);

/* Whether there is another byte to read; symbolic if the size is. */
int sheaf_has_more(struct sheaf_open *open);

/* Records that this path found no further byte, which bounds a symbolic size. */
void sheaf_met_end(struct sheaf_open *open);

/* The next byte, any value at the end. It is not consumed. */
unsigned char sheaf_byte_ahead(struct sheaf_open *open);

/* Consumes the next byte, which must exist. */
unsigned char sheaf_take_byte(struct sheaf_open *open);

/* Reads at most this many bytes and advances; returns the number of bytes, as `sheaf_available`. */
size_t sheaf_read(struct sheaf_open *open, void *to, size_t bytes);

/* Writes and advances. Returns the number of bytes, which may be less for a pipe, or -1 with
 * `errno` set. */
ssize_t sheaf_write(struct sheaf_open *open, const void *from, size_t bytes);

/* Times. */

enum { SHEAF_ACCESSED = 1, SHEAF_MODIFIED = 2, SHEAF_CHANGED = 4 };

/* The time of the clock. */
struct sheaf_time sheaf_now(void);

/* Sets these times of a file to that of the clock. */
void sheaf_touch(struct sheaf_node *node, int times);

/* Sets the time of access, unless it is newer than the other times and less than a day old. */
void sheaf_accessed(struct sheaf_node *node);

/* Sets the times of the folder of a place, to which or from which a name was added or removed. */
void sheaf_touch_folder(struct sheaf_place place);

/* Pipes. */

/* Opens a FIFO; returns its descriptor or -1. */
int sheaf_open_fifo(struct sheaf_node *node, int flags);

/* Waits until a pipe has content or no writers; 0 with `errno` set if that does not happen. Files
 * of other kinds need not wait. */
int sheaf_await_input(struct sheaf_open *open);

/* Makes room for bytes that were read from a pipe. */
void sheaf_taken(struct sheaf_node *node, size_t bytes);

/* Discards the content of a pipe that nobody has open. */
void sheaf_closed_pipe(struct sheaf_node *node);

ssize_t sheaf_write_pipe(struct sheaf_open *open, const void *from, size_t bytes);

/* What `poll` reports for a pipe. */
short sheaf_pipe_events(const struct sheaf_open *open);

/* Truncates the file or extends it with zeros. */
void sheaf_resize(struct sheaf_node *node, size_t size);

#endif
