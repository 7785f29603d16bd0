// An acknowledgement of MQTT that ends before its number does (CVE-2019-12951).
// project: mongoose 2bdbfc2
// sources: mongoose.c
// flags: -DMG_INTERNAL= -DMG_ENABLE_MQTT=1
// input: 9 bytes: a length and up to 8 bytes of an acknowledgement, `parse_mqtt`
// bug: out-of-bounds mongoose.c:10832 mongoose.c:10860-10950
#include <klee/klee.h>
#include <mongoose.h>
#include <stdlib.h>

int parse_mqtt(struct mbuf *io, struct mg_mqtt_message *message);

int main(void) {
  unsigned char length;
  klee_make_symbolic(&length, 1, "length");
  if (length > 8) return 0;
  struct mbuf received = {malloc(length), length, length};
  struct mg_mqtt_message message;
  if (!received.buf) return 0;
  klee_make_symbolic(received.buf, length, "message");
  if (length > 0) received.buf[0] = 0x90;
  parse_mqtt(&received, &message);
  free(received.buf);
  return 0;
}
