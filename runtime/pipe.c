/* Pipes of the program, and FIFOs: what is written is read once, and both ends may have to wait.
 * The standard streams are pipes whose other ends belong to somebody else: they are in files.c. */
#define _GNU_SOURCE
#include "files.h"
#include "sheaf.h"
#include "signals.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, SLOTS = 16 };

/* Linux keeps the content in pages, and starts a new one for what does not fit into the last. */
struct sheaf_pipe {
  unsigned first, next; /* of the pages in use, modulo SLOTS */
  struct {
    unsigned start, length;
  } pages[SLOTS];
  unsigned opened; /* how many opened it for writing so far */
};

static int refuse(int error) {
  errno = error;
  return -1;
}

static struct sheaf_pipe *new_pipe(void) {
  struct sheaf_pipe *pipe = __sheaf_model_alloc(sizeof *pipe);
  *pipe = (struct sheaf_pipe){.opened = 0};
  return pipe;
}

static int is_full(const struct sheaf_pipe *pipe) { return pipe->next - pipe->first == SLOTS; }
static int is_empty(const struct sheaf_pipe *pipe) { return pipe->next == pipe->first; }

static int can_read(const struct sheaf_open *open) { return (open->flags & O_ACCMODE) != O_WRONLY; }
static int can_write(const struct sheaf_open *open) { return (open->flags & O_ACCMODE) != O_RDONLY; }

/* Opening and closing. */

int pipe2(int files[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) return refuse(EINVAL);
  if (flags & O_DIRECT) __sheaf_unmodelled("a pipe of packets");
  struct sheaf_node *node = sheaf_new_node(S_IFIFO | 0600);
  node->pipe = new_pipe();
  node->pipe->opened = 1;
  int input = sheaf_open_node(node, O_RDONLY | flags), output = input < 0 ? -1 : sheaf_open_node(node, O_WRONLY | flags);
  if (output < 0) {
    if (input >= 0) sheaf_close(input);
    return -1;
  }
  files[0] = input;
  files[1] = output;
  return 0;
}

int pipe(int files[2]) { return pipe2(files, 0); }

/* One that only reads or writes waits for the other end, which this program cannot open then. */
int sheaf_open_fifo(struct sheaf_node *node, int flags) {
  int mode = flags & O_ACCMODE, waits = !(flags & O_NONBLOCK);
  if (!node->pipe) node->pipe = new_pipe();
  int is_alone = mode != O_RDWR && !(mode == O_RDONLY ? node->writers : node->readers);
  if (is_alone && mode == O_WRONLY && !waits) return refuse(ENXIO);
  int file = sheaf_open_node(node, flags);
  struct sheaf_open *open = file < 0 ? NULL : sheaf_opened(file);
  if (!open) return -1;
  if (mode != O_RDONLY) node->pipe->opened++;
  if (is_alone && waits && sheaf_wait(-1, NULL, "opening a FIFO that nobody else opens") & SHEAF_INTERRUPTED) {
    sheaf_close(file);
    return refuse(EINTR);
  }
  if (is_alone && waits) __sheaf_unmodelled("opening a FIFO that nobody else opens");
  if (is_alone) open->opened_before = node->pipe->opened;
  return file;
}

void sheaf_closed_pipe(struct sheaf_node *node) {
  if (!node->pipe || node->readers || node->writers) return;
  node->pipe->first = node->pipe->next;
  node->taken = node->size = 0;
}

/* Reading. */

int sheaf_await_input(struct sheaf_open *open) {
  struct sheaf_node *node = open->node;
  while (node->pipe && is_empty(node->pipe)) {
    if (!node->writers) return 1;
    if (open->flags & O_NONBLOCK) {
      errno = EAGAIN;
      return 0;
    }
    if (!(sheaf_wait(-1, NULL, "reading an empty pipe") & SHEAF_INTERRUPTED)) continue;
    errno = EINTR;
    return 0;
  }
  return 1;
}

void sheaf_taken(struct sheaf_node *node, size_t bytes) {
  struct sheaf_pipe *pipe = node->pipe;
  while (bytes) {
    unsigned *start = &pipe->pages[pipe->first % SLOTS].start, *length = &pipe->pages[pipe->first % SLOTS].length;
    unsigned part = bytes < *length ? (unsigned)bytes : *length;
    *start += part;
    *length -= part;
    bytes -= part;
    if (!*length) pipe->first++;
  }
}

/* Writing. */

/* Appends to the content. */
static void append(struct sheaf_node *node, const char *from, size_t bytes) {
  if (node->taken == node->size) node->taken = node->size = 0;
  size_t size = node->size;
  sheaf_resize(node, size + bytes);
  __builtin_memcpy(node->bytes + size, from, bytes);
}

/* Appends what does not fill whole pages to the last page, if that has room; returns its size. */
static size_t fill_last_page(struct sheaf_node *node, const char *from, size_t bytes) {
  struct sheaf_pipe *pipe = node->pipe;
  unsigned rest = bytes % PAGE, last = (pipe->next - 1) % SLOTS;
  if (!rest || is_empty(pipe) || pipe->pages[last].start + pipe->pages[last].length + rest > PAGE) return 0;
  pipe->pages[last].length += rest;
  append(node, from, rest);
  return rest;
}

/* Appends pages until the pipe is full; returns the number of bytes. */
static size_t add_pages(struct sheaf_node *node, const char *from, size_t bytes) {
  struct sheaf_pipe *pipe = node->pipe;
  size_t done = 0;
  while (done < bytes && !is_full(pipe)) {
    size_t part = bytes - done < PAGE ? bytes - done : PAGE;
    unsigned page = pipe->next++ % SLOTS;
    pipe->pages[page].start = 0;
    pipe->pages[page].length = (unsigned)part;
    append(node, from + done, part);
    done += part;
  }
  return done;
}

ssize_t sheaf_write_pipe(struct sheaf_open *open, const void *from, size_t bytes) {
  struct sheaf_node *node = open->node;
  size_t done = 0;
  if (!bytes) return 0;
  if (node->readers) done = fill_last_page(node, from, bytes);
  while (done < bytes || !node->readers) {
    if (!node->readers) {
      __sheaf_raise(SIGPIPE);
      return done ? (ssize_t)done : refuse(EPIPE);
    }
    done += add_pages(node, (const char *)from + done, bytes - done);
    if (done == bytes) break;
    if (open->flags & O_NONBLOCK) return done ? (ssize_t)done : refuse(EAGAIN);
    int ran = sheaf_wait(-1, NULL, "writing to a full pipe");
    if (done) return (ssize_t)done;
    if (ran & SHEAF_INTERRUPTED) return refuse(EINTR);
  }
  return (ssize_t)done;
}

/* Questions. */

short sheaf_pipe_events(const struct sheaf_open *open) {
  const struct sheaf_pipe *pipe = open->node->pipe;
  short events = 0;
  if (can_read(open)) {
    if (!is_empty(pipe)) events |= POLLIN | POLLRDNORM;
    if (!open->node->writers && open->opened_before != pipe->opened) events |= POLLHUP;
  }
  if (can_write(open)) {
    if (!is_full(pipe)) events |= POLLOUT | POLLWRNORM;
    if (!open->node->readers) events |= POLLERR;
  }
  return events;
}
