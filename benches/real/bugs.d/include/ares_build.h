/* What the build of c-ares writes. */
#include <sys/socket.h>
#include <sys/types.h>
#define CARES_TYPEOF_ARES_SOCKLEN_T socklen_t
typedef CARES_TYPEOF_ARES_SOCKLEN_T ares_socklen_t;
#define CARES_TYPEOF_ARES_SSIZE_T ssize_t
typedef CARES_TYPEOF_ARES_SSIZE_T ares_ssize_t;
