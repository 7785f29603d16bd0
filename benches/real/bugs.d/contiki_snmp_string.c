// A string that is longer than the message (CVE-2020-12141).
// project: contiki-ng 8ebcec5
// sources: os/net/app-layer/snmp/snmp-message.c os/net/app-layer/snmp/snmp-ber.c os/net/app-layer/snmp/snmp-oid.c
// flags: -Ios -Ios/net -Ios/net/app-layer/snmp -Iarch/platform/native -Iarch/cpu/native -DNETSTACK_CONF_WITH_IPV6=1 -DROUTING_CONF_NULLROUTING=1 -DMAC_CONF_WITH_NULLMAC=1
// input: 16 bytes, `snmp_message_decode`
// bug: out-of-bounds snmp-ber.c:131-146 snmp-ber.c:219-256
#include <klee/klee.h>
#include <snmp-message.h>
#include <stdlib.h>

int curr_log_level_snmp; // no messages

int main(void) {
  uint8_t *message = malloc(16);
  snmp_header_t header;
  snmp_varbind_t variables[SNMP_MAX_NR_VALUES];
  uint32_t count = SNMP_MAX_NR_VALUES;
  if (!message) return 0;
  klee_make_symbolic(message, 16, "message");
  snmp_message_decode(message, 16, &header, variables, &count);
  free(message);
  return 0;
}
