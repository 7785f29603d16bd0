// The places in a damaged archive overflow.
// project: miniz 3c46a05
// sources: miniz.c miniz_tdef.c miniz_tinfl.c miniz_zip.c
// input: 76 bytes, with `PK\5\6` among them, `mz_zip_reader_init_mem`
// bug: out-of-bounds miniz_zip.c:1036
#include <klee/klee.h>
#include <miniz.h>
#include <string.h>
int main(void) {
  char archive[76];
  mz_zip_archive zip = {0};
  klee_make_symbolic(archive, sizeof archive, "archive");
  memcpy(archive + 54, "PK\5\6", 4); /* the record at the end */
  if (mz_zip_reader_init_mem(&zip, archive, sizeof archive, 0)) mz_zip_reader_end(&zip);
  return 0;
}
