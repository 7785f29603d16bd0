// The predictor of MS-ADPCM is an index outside of a table.
// project: dr_libs da35f9d
// input: 34 bytes behind a header, `drwav_read_pcm_frames_s16`
// bug: out-of-bounds dr_wav.h:6209 dr_wav.h:6222
#include <klee/klee.h>
#include <string.h>
#define DR_WAV_IMPLEMENTATION
#include <dr_wav.h>
int main(void) {
  /* 18 bytes of format: MS-ADPCM, one channel, 8000 Hz, blocks of 34 bytes, 4 bits. */
  unsigned char file[80] = "RIFF\x48\0\0\0WAVEfmt \x12\0\0\0\2\0\1\0\x40\x1f\0\0\x40\x1f\0\0\x22\0\4\0\0\0data\x22";
  drwav wav;
  short samples[32];
  unsigned char data[34];
  klee_make_symbolic(data, sizeof data, "data");
  memcpy(file + 46, data, sizeof data);
  if (!drwav_init_memory(&wav, file, sizeof file, NULL)) return 1;
  drwav_read_pcm_frames_s16(&wav, 32, samples);
  drwav_uninit(&wav);
  return 0;
}
