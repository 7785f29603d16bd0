/* What the build of c-ares finds out. */
#define GETHOSTNAME_TYPE_ARG2 size_t
#define HAVE_AF_INET6
#define HAVE_ARPA_INET_H
#define HAVE_ARPA_NAMESER_H
#define HAVE_ERRNO_H
#define HAVE_NETDB_H
#define HAVE_NETINET_IN_H
#define HAVE_PF_INET6
#define HAVE_RECV
#define HAVE_SEND
#define HAVE_SOCKET
#define HAVE_STDBOOL_H
#define HAVE_STDINT_H
#define HAVE_STRDUP
#define HAVE_STRUCT_ADDRINFO
#define HAVE_STRUCT_IN6_ADDR
#define HAVE_STRUCT_SOCKADDR_IN6
#define HAVE_STRUCT_TIMEVAL
#define HAVE_SYS_SOCKET_H
#define HAVE_SYS_TIME_H
#define HAVE_SYS_TYPES_H
#define HAVE_SYS_UIO_H
#define HAVE_UNISTD_H
#define HAVE_WRITEV
#define RECV_TYPE_ARG1 int
#define RECV_TYPE_ARG2 void *
#define RECV_TYPE_ARG3 size_t
#define RECV_TYPE_ARG4 int
#define RECV_TYPE_RETV ssize_t
#define SEND_TYPE_ARG1 int
#define SEND_QUAL_ARG2 const
#define SEND_TYPE_ARG2 void *
#define SEND_TYPE_ARG3 size_t
#define SEND_TYPE_ARG4 int
#define SEND_TYPE_RETV ssize_t
#define STDC_HEADERS
#define TIME_WITH_SYS_TIME
