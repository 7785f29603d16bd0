// A request to write more values than it has (CVE-2019-14462, CVE-2019-14463).
// project: libmodbus 076992f
// sources: src/modbus.c src/modbus-data.c src/modbus-tcp.c
// flags: -Isrc -D_GNU_SOURCE
// input: 16 bytes, `modbus_reply`
// bug: out-of-bounds modbus.c:840-900 modbus-data.c:60-110
#include <klee/klee.h>
#include <modbus.h>
#include <stdlib.h>
int main(void) {
  modbus_t *server = modbus_new_tcp("127.0.0.1", 1502);
  modbus_mapping_t *values = modbus_mapping_new(50, 50, 50, 50);
  uint8_t *request = malloc(16);
  if (!server || !values || !request) return 0;
  modbus_set_response_timeout(server, 0, 1);
  klee_make_symbolic(request, 16, "request");
  modbus_reply(server, request, 16, values);
  free(request);
  modbus_mapping_free(values);
  modbus_free(server);
  return 0;
}
