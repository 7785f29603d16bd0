/* What the build of expat finds out. */
#define BYTEORDER 1234
#define HAVE_BCOPY 1
#define HAVE_GETPID 1
#define HAVE_MEMMOVE 1
#define HAVE_UNISTD_H 1
#define XML_DTD 1
#define XML_NS 1
#define XML_POOR_ENTROPY 1
