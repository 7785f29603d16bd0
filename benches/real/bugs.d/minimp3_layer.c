// A header with layer 0 is an index outside of a table.
// project: minimp3 9108087
// input: 32 bytes, `mp3dec_decode_frame`
// bug: array-bounds minimp3.h:287
#include <klee/klee.h>
#define MINIMP3_IMPLEMENTATION
#include <minimp3.h>
int main(void) {
  static mp3dec_t decoder;
  mp3dec_frame_info_t info;
  unsigned char data[32];
  short samples[2 * 1152];
  klee_make_symbolic(data, sizeof data, "data");
  mp3dec_init(&decoder);
  mp3dec_decode_frame(&decoder, data, sizeof data, samples, &info);
  return 0;
}
