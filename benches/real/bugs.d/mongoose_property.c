// The length of properties that the end of an MQTT message cuts off.
// project: mongoose 5c87f2f
// sources: mongoose.c
// input: 16 bytes, `mg_mqtt_parse`
// bug: out-of-bounds mongoose.c:3015-3032
#include <klee/klee.h>
#include <mongoose.h>
#include <stdlib.h>
int main(void) {
  uint8_t *data = malloc(16);
  struct mg_mqtt_message message;
  struct mg_mqtt_prop property;
  size_t at = 0;
  if (!data) return 0;
  klee_make_symbolic(data, 16, "data");
  if (mg_mqtt_parse(data, 16, 5, &message) == MQTT_OK)
    do at = mg_mqtt_next_prop(&message, &property, at);
    while (at);
  free(data);
  return 0;
}
