// The language of a code block is compared past the end of the text (issue 305).
// project: md4c 2ed8e52
// sources: src/md4c.c src/md4c-html.c src/entity.c
// flags: -Isrc
// input: 6 bytes, `md_html`
// bug: out-of-bounds md4c-html.c:308
#include <klee/klee.h>
#include <md4c-html.h>
static void ignore(const MD_CHAR *text, MD_SIZE length, void *data) {}
int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  md_html(text, sizeof text, ignore, NULL, 0, 0);
  return 0;
}
