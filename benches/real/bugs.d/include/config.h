/* What the build of libmodbus finds out. */
#define HAVE_ARPA_INET_H 1
#define HAVE_BYTESWAP_H 1
#define HAVE_DECL_TIOCM_RTS 0
#define HAVE_DECL_TIOCSRS485 0
#define VERSION "3.1"
