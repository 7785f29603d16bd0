// An address below that of the first register (CVE-2022-0367).
// project: libmodbus bd1c85f
// sources: src/modbus.c src/modbus-data.c src/modbus-tcp.c
// flags: -Isrc -D_GNU_SOURCE
// input: 32 bytes, `modbus_reply` with registers from 100 on
// bug: out-of-bounds modbus.c:975-985
#include <klee/klee.h>
#include <modbus.h>
int main(void) {
  uint8_t request[MODBUS_TCP_MAX_ADU_LENGTH] = {0};
  modbus_t *server = modbus_new_tcp("127.0.0.1", 1502);
  modbus_mapping_t *values = modbus_mapping_new_start_address(0, 50, 0, 50, 100, 50, 100, 50);
  if (!server || !values) return 0;
  modbus_set_response_timeout(server, 0, 1);
  uint8_t start[32];
  klee_make_symbolic(start, sizeof start, "request");
  for (unsigned i = 0; i < sizeof start; i++) request[i] = start[i];
  modbus_reply(server, request, sizeof start, values);
  modbus_mapping_free(values);
  modbus_free(server);
  return 0;
}
