// A NAPTR record that is too short for its fields (CVE-2017-1000381).
// project: c-ares ee7d235
// sources: ares_parse_naptr_reply.c ares_expand_name.c ares_expand_string.c ares_data.c ares_free_hostent.c ares_free_string.c ares_library_init.c ares_nowarn.c
// flags: -DHAVE_CONFIG_H -DCARES_STATICLIB
// input: 16 bytes behind a header and a question, `ares_parse_naptr_reply`
// bug: out-of-bounds ares_parse_naptr_reply.c:110-160 ares_expand_name.c:40-80 ares_expand_string.c:30-80
#include <klee/klee.h>
#include <ares.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static const unsigned char start[] = {0, 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 35, 0, 1};
  unsigned char record[16], *reply = malloc(sizeof start + sizeof record);
  struct ares_naptr_reply *list;
  if (!reply) return 0;
  klee_make_symbolic(record, sizeof record, "record");
  memcpy(reply, start, sizeof start);
  memcpy(reply + sizeof start, record, sizeof record);
  if (ares_parse_naptr_reply(reply, sizeof start + sizeof record, &list) == ARES_SUCCESS) ares_free_data(list);
  free(reply);
  return 0;
}
