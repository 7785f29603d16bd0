/* iconv.h: no conversion is known. */
#include "sheaf.h"
#include <errno.h>
#include <iconv.h>

static const iconv_t none = (iconv_t)-1;

iconv_t iconv_open(const char *to, const char *from) {
  __sheaf_incomplete("a conversion of character sets", to);
  errno = EINVAL;
  return none;
}

size_t iconv(iconv_t conversion, char **from, size_t *from_left, char **to, size_t *to_left) {
  errno = EBADF;
  return (size_t)-1;
}

int iconv_close(iconv_t conversion) {
  errno = EBADF;
  return -1;
}
