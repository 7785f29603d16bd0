// The length that limits an object identifier is uninitialized (CVE-2020-14935).
// project: contiki-ng 82fa187
// sources: os/net/app-layer/snmp/snmp-message.c os/net/app-layer/snmp/snmp-ber.c os/net/app-layer/snmp/snmp-oid.c
// flags: -Ios -Ios/net -Ios/net/app-layer/snmp -Iarch/platform/native -Iarch/cpu/native -DNETSTACK_CONF_WITH_IPV6=1 -DROUTING_CONF_NULLROUTING=1 -DMAC_CONF_WITH_NULLMAC=1
// sanitizer: memory
// input: 32 bytes behind the header of a request, `snmp_message_decode`
// bug: uninitialized snmp-oid.c:157-158
#include <klee/klee.h>
#include <snmp-message.h>
#include <string.h>
int curr_log_level_snmp; // no messages

int main(void) {
  static const uint8_t header[] = {0x30, 52, 2, 1, 1, 4, 3, 'a', 'b', 'c', 0xa0, 41, 2, 1, 1, 2, 1, 0, 2, 1, 0, 0x30, 32};
  uint8_t message[sizeof header + 32];
  snmp_header_t decoded;
  snmp_varbind_t variables[SNMP_MAX_NR_VALUES];
  uint32_t count = SNMP_MAX_NR_VALUES;
  memcpy(message, header, sizeof header);
  klee_make_symbolic(message + sizeof header, 32, "variables");
  snmp_message_decode(message, sizeof message, &decoded, variables, &count);
  return 0;
}
