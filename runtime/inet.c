/* arpa/inet.h: network byte order, and the textual form of internet addresses. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* netinet/in.h has macros of these names. */
#undef htonl
#undef htons
#undef ntohl
#undef ntohs
uint32_t htonl(uint32_t value) { return __builtin_bswap32(value); }
uint16_t htons(uint16_t value) { return __builtin_bswap16(value); }
uint32_t ntohl(uint32_t value) { return __builtin_bswap32(value); }
uint16_t ntohs(uint16_t value) { return __builtin_bswap16(value); }

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT, in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/* IPv4: up to four numbers, decimal, octal or hexadecimal, of which the last one fills the
 * remaining bytes. */
int inet_aton(const char *text, struct in_addr *result) {
  static const uint32_t limits[] = {0xffffffff, 0xffffff, 0xffff, 0xff};
  uint32_t address = 0;
  for (int part = 0; part < 4; part++) {
    unsigned long long value = 0;
    int base = 10;
    if (*text < '0' || *text > '9') return 0;
    if (*text == '0') base = (text[1] | 32) == 'x' && digit_value(text[2]) < 16 ? (text += 2, 16) : 8;
    for (; digit_value(*text) < base; text++) {
      value = value * (unsigned)base + (unsigned)digit_value(*text);
      if (value > 0xffffffff) return 0;
    }
    if (*text == '.' && part < 3 && value <= 0xff) {
      address |= (uint32_t)value << (24 - 8 * part);
      text++;
      continue;
    }
    int is_end = !*text || *text == ' ' || (*text >= '\t' && *text <= '\r');
    if (!is_end || value > limits[part]) return 0;
    if (result) result->s_addr = htonl(address | (uint32_t)value);
    return 1;
  }
  return 0;
}

in_addr_t inet_addr(const char *text) {
  struct in_addr address;
  return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

/* Up to four bytes, decimal, octal or hexadecimal, of which the last one is the lowest. */
in_addr_t inet_network(const char *text) {
  uint32_t address = 0;
  for (int part = 0; part < 4; part++) {
    unsigned value = 0, base = 10;
    const char *start = text;
    if (*text == '0') base = 8, text++;
    if ((*text | 32) == 'x') base = 16, start = ++text;
    /* As in glibc, a number of more than 32 bits may be a small one. */
    for (; digit_value(*text) < (int)base; text++) value = value * base + (unsigned)digit_value(*text);
    if (text == start || value > 0xff) return INADDR_NONE;
    address = address << 8 | value;
    if (*text != '.') {
      while (*text == ' ' || (*text >= '\t' && *text <= '\r')) text++;
      return *text ? INADDR_NONE : address;
    }
    text++;
  }
  return INADDR_NONE;
}

char *inet_ntoa(struct in_addr address) {
  static char text[INET_ADDRSTRLEN];
  return (char *)inet_ntop(AF_INET, &address, text, sizeof text);
}

/* Four decimal numbers without leading zeros. */
static int read_version_4(const char *text, unsigned char *result) {
  for (int part = 0; part < 4; part++) {
    unsigned value = 0, digits = 0;
    for (; *text >= '0' && *text <= '9'; text++, digits++) {
      if (digits && !value) return 0;
      value = value * 10 + (unsigned)(*text - '0');
      if (value > 255) return 0;
    }
    if (!digits || *text != (part < 3 ? '.' : 0)) return 0;
    text++;
    result[part] = (unsigned char)value;
  }
  return 1;
}

/* Eight groups of hexadecimal digits; `::` once for groups of zeros, and IPv4 at the end. */
static int read_version_6(const char *text, unsigned char *result) {
  unsigned char bytes[16] = {0};
  int at = 0, gap = -1;
  if (*text == ':' && *++text != ':') return 0;
  while (*text) {
    if (*text == ':') {
      if (gap >= 0) return 0;
      gap = at;
      text++;
      continue;
    }
    unsigned value = 0;
    const char *start = text;
    for (; digit_value(*text) < 16; text++) {
      value = value << 4 | (unsigned)digit_value(*text);
      if (text - start >= 4) return 0;
    }
    if (*text == '.') {
      if (at > 12 || !read_version_4(start, bytes + at)) return 0;
      at += 4;
      break;
    }
    if (text == start || at > 14 || (*text && *text != ':') || (*text == ':' && !text[1])) return 0;
    bytes[at++] = (unsigned char)(value >> 8);
    bytes[at++] = (unsigned char)value;
    if (*text) text++;
  }
  if (gap < 0 ? at != 16 : at == 16) return 0;
  if (gap >= 0) {
    memmove(bytes + 16 - (at - gap), bytes + gap, (size_t)(at - gap));
    memset(bytes + gap, 0, (size_t)(16 - at));
  }
  memcpy(result, bytes, 16);
  return 1;
}

int inet_pton(int family, const char *text, void *result) {
  unsigned char bytes[4];
  if (family == AF_INET6) return read_version_6(text, result);
  if (family != AF_INET) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  if (!read_version_4(text, bytes)) return 0;
  memcpy(result, bytes, 4);
  return 1;
}

static void write_version_6(const unsigned char *bytes, char *text) {
  int best = -1, longest = 1;
  unsigned groups[8];
  for (int i = 0; i < 8; i++) groups[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
  for (int start = 0; start < 8; start++) {
    int count = 0;
    while (start + count < 8 && !groups[start + count]) count++;
    if (count > longest) longest = count, best = start;
  }
  /* IPv4-mapped addresses. */
  int mixed = best == 0 && (longest == 6 || (longest == 5 && groups[5] == 0xffff));
  for (int i = 0; i < (mixed ? 6 : 8); i++) {
    if (best >= 0 && i >= best && i < best + longest) {
      if (i == best) text += sprintf(text, ":");
      continue;
    }
    text += sprintf(text, i ? ":%x" : "%x", groups[i]);
  }
  if (mixed) sprintf(text, ":%d.%d.%d.%d", bytes[12], bytes[13], bytes[14], bytes[15]);
  else if (best >= 0 && best + longest == 8) strcpy(text, ":");
}

const char *inet_ntop(int family, const void *address, char *restrict result, socklen_t size) {
  const unsigned char *bytes = address;
  char text[INET6_ADDRSTRLEN];
  if (family == AF_INET) sprintf(text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
  else if (family == AF_INET6) write_version_6(bytes, text);
  else {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  if (strlen(text) >= size) {
    errno = ENOSPC;
    return NULL;
  }
  return strcpy(result, text);
}
