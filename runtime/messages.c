/* nl_types.h: message catalogs, of which there are none. */
#include <errno.h>
#include <nl_types.h>
#include "sheaf.h"

nl_catd catopen(const char *name, int flag) {
  __sheaf_incomplete("a message catalog", name);
  errno = ENOENT;
  return (nl_catd)-1;
}

char *catgets(nl_catd catalog, int set, int number, const char *otherwise) { return (char *)otherwise; }

int catclose(nl_catd catalog) {
  errno = EBADF;
  return -1;
}
