// A binary file that ends behind its header.
// project: cgltf 1d5c809
// input: 12 bytes, `cgltf_parse`
// bug: out-of-bounds cgltf.h:512
#define CGLTF_IMPLEMENTATION
#include <cgltf.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char symbolic[12], *data = malloc(12);
  klee_make_symbolic(symbolic, sizeof symbolic, "file");
  memcpy(data, symbolic, 12);
  cgltf_options options = {0};
  cgltf_data *parsed = NULL;
  if (cgltf_parse(&options, data, 12, &parsed) == cgltf_result_success) cgltf_free(parsed);
  free(data);
  return 0;
}
