/* sys/socket.h. A path that makes a socket ends, so no descriptor is one. */
#define _GNU_SOURCE
#include "files.h"
#include <errno.h>
#include <sys/socket.h>

static int refuse(int file) {
  if (sheaf_opened(file)) errno = ENOTSOCK;
  return -1;
}

ssize_t send(int file, const void *data, size_t bytes, int flags) { return refuse(file); }

ssize_t sendto(int file, const void *data, size_t bytes, int flags, __CONST_SOCKADDR_ARG to, socklen_t length) { return refuse(file); }

ssize_t sendmsg(int file, const struct msghdr *message, int flags) { return refuse(file); }

ssize_t recv(int file, void *data, size_t bytes, int flags) { return refuse(file); }

ssize_t recvfrom(int file, void *restrict data, size_t bytes, int flags, __SOCKADDR_ARG from, socklen_t *restrict length) { return refuse(file); }

ssize_t recvmsg(int file, struct msghdr *message, int flags) { return refuse(file); }

int bind(int file, __CONST_SOCKADDR_ARG address, socklen_t length) { return refuse(file); }

int connect(int file, __CONST_SOCKADDR_ARG address, socklen_t length) {
  if (!sheaf_opened(file)) return -1;
  if (length > sizeof(struct sockaddr_storage)) {
    errno = EINVAL;
    return -1;
  }
  return refuse(file);
}

int listen(int file, int waiting) { return refuse(file); }

int accept(int file, __SOCKADDR_ARG address, socklen_t *restrict length) { return refuse(file); }

int getsockname(int file, __SOCKADDR_ARG address, socklen_t *restrict length) { return refuse(file); }

int getpeername(int file, __SOCKADDR_ARG address, socklen_t *restrict length) { return refuse(file); }

int getsockopt(int file, int level, int name, void *restrict value, socklen_t *restrict length) { return refuse(file); }

int shutdown(int file, int how) { return refuse(file); }
