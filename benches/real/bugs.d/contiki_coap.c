// A CoAP message that its options run out of.
// project: contiki-ng 831b86a
// sources: os/net/app-layer/coap/coap.c
// flags: -Ios -Ios/net -Ios/net/app-layer/coap -Iarch/platform/native -Iarch/cpu/native -DNETSTACK_CONF_WITH_IPV6=1 -DROUTING_CONF_NULLROUTING=1 -DMAC_CONF_WITH_NULLMAC=1
// input: 12 bytes, `coap_parse_message`
// bug: out-of-bounds coap.c:440-460 coap.c:478-530
#include <coap.h>
#include <klee/klee.h>
#include <stdlib.h>

int curr_log_level_coap; // no messages

void coap_log_string(const char *text, size_t length) {}

unsigned short random_rand(void) { return 0; }

int main(void) {
  uint8_t *data = malloc(12 + 1); // the parser ends the payload with a zero
  coap_message_t message;
  if (!data) return 0;
  klee_make_symbolic(data, 12, "data");
  coap_parse_message(&message, data, 12);
  free(data);
  return 0;
}
