// Bidirectional text: the visual order of three characters is a permutation of them.
// package: fribidi
// sources: lib/fribidi.c lib/fribidi-bidi.c lib/fribidi-bidi-types.c lib/fribidi-mirroring.c lib/fribidi-brackets.c lib/fribidi-run.c lib/fribidi-joining.c lib/fribidi-joining-types.c lib/fribidi-arabic.c lib/fribidi-shape.c
// flags: -Ilib -DHAVE_CONFIG_H=1
#include <assert.h>
#include <fribidi.h>
#include <klee/klee.h>
int main(void) {
  static const FriBidiChar letters[] = {'a', '1', '(', 0x5d0, 0x628, 0x661, 0x202e, ' '};
  FriBidiChar text[3], visual[4];
  FriBidiStrIndex place[3];
  FriBidiParType base = FRIBIDI_PAR_ON;
  for (int i = 0; i < 3; i++) {
    unsigned char which = (unsigned char)klee_range(0, 8, "letter");
    text[i] = letters[which];
  }
  assert(fribidi_log2vis(text, 3, &base, visual, place, 0, 0));
  assert((1 << place[0] | 1 << place[1] | 1 << place[2]) == 7);
  return 0;
}
