// The width of a PNM image overflows.
// project: stb 8b5f1f3
// input: 17 bytes behind `P5 `, `stbi_load_from_memory`
// bug: signed-overflow stb_image.h:7487
#include <klee/klee.h>
#include <string.h>
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
int main(void) {
  unsigned char file[20] = "P5 ";
  int width, height, channels;
  klee_make_symbolic(file + 3, sizeof file - 3, "file");
  stbi_image_free(stbi_load_from_memory(file, sizeof file, &width, &height, &channels, 0));
  return 0;
}
