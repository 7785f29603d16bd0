// Message digests: in two pieces as in one, for MD5 and SHA-1, for all contents.
// package: libmd
// sources: src/md5.c src/sha1.c
// flags: -Iinclude
#include <assert.h>
#include <string.h>
#include <md5.h>
#include <sha1.h>
#include <klee/klee.h>
int main(void) {
  uint8_t text[70], a[20], b[20];
  klee_make_symbolic(text, sizeof text, "text");
  MD5_CTX md5;
  MD5Init(&md5), MD5Update(&md5, text, sizeof text), MD5Final(a, &md5);
  MD5Init(&md5), MD5Update(&md5, text, 33), MD5Update(&md5, text + 33, sizeof text - 33), MD5Final(b, &md5);
  assert(memcmp(a, b, MD5_DIGEST_LENGTH) == 0);
  SHA1_CTX sha1;
  SHA1Init(&sha1), SHA1Update(&sha1, text, sizeof text), SHA1Final(a, &sha1);
  SHA1Init(&sha1), SHA1Update(&sha1, text, 33), SHA1Update(&sha1, text + 33, sizeof text - 33), SHA1Final(b, &sha1);
  assert(memcmp(a, b, SHA1_DIGEST_LENGTH) == 0);
  return 0;
}
