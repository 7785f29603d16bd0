// The order of bytes on the network, and addresses as text.
// expect: bug assertion @16
#include <arpa/inet.h>
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
int main(void) {
  uint32_t address;
  uint16_t port;
  char text[INET_ADDRSTRLEN];
  klee_make_symbolic(&address, sizeof address, "address");
  klee_make_symbolic(&port, sizeof port, "port");
  assert(ntohl(htonl(address)) == address && (ntohs(port) & 255) == port >> 8);
  assert(inet_pton(AF_INET, "10.0.0.1", &address) == 1 && ntohl(address) == 0x0a000001);
  assert(inet_ntop(AF_INET, &address, text, sizeof text) && strcmp(text, "10.0.0.1") == 0);
  assert(htons(port) != 80);
  return 0;
}
