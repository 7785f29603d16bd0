// A reply that ends behind the name in its question (issue 333).
// project: c-ares 4c02944
// sources: ares_parse_soa_reply.c ares_expand_name.c ares_data.c ares_free_hostent.c ares_free_string.c ares_library_init.c ares_nowarn.c
// flags: -DHAVE_CONFIG_H -DCARES_STATICLIB
// input: 18 bytes, `ares_parse_soa_reply`
// bug: out-of-bounds ares_parse_soa_reply.c:74-76
#include <klee/klee.h>
#include <ares.h>
#include <stdlib.h>
int main(void) {
  unsigned char *reply = malloc(18);
  struct ares_soa_reply *soa;
  if (!reply) return 0;
  klee_make_symbolic(reply, 18, "reply");
  if (ares_parse_soa_reply(reply, 18, &soa) == ARES_SUCCESS) ares_free_data(soa);
  free(reply);
  return 0;
}
