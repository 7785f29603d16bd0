// The length of a chunk overflows, so that the text of a binary file is read past its end.
// project: cgltf ab348cb
// input: 28 bytes, `cgltf_parse`
// bug: out-of-bounds cgltf.h:1153-1174
#define CGLTF_IMPLEMENTATION
#include <cgltf.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char symbolic[28], *data = malloc(sizeof symbolic);
  klee_make_symbolic(symbolic, sizeof symbolic, "file");
  memcpy(data, symbolic, sizeof symbolic);
  cgltf_options options = {0};
  cgltf_data *parsed = NULL;
  if (cgltf_parse(&options, data, sizeof symbolic, &parsed) == cgltf_result_success) cgltf_free(parsed);
  free(data);
  return 0;
}
