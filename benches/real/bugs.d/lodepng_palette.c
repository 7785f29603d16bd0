// An image with a palette, but none given.
// project: lodepng 3e74e9f
// input: 4 pixels, `lodepng_convert`
// bug: pointer-overflow,null-dereference lodepng.cpp:3308 lodepng.cpp:121
#include <klee/klee.h>
#include <lodepng.cpp>
int main(void) {
  unsigned char pixels[4], converted[4 * 4];
  LodePNGColorMode from = lodepng_color_mode_make(LCT_PALETTE, 8), to = lodepng_color_mode_make(LCT_RGBA, 8);
  klee_make_symbolic(pixels, sizeof pixels, "pixels");
  lodepng_convert(converted, pixels, &to, &from, 2, 2);
  return 0;
}
