// Many escapes in a tag overflow a buffer (CVE-2014-2525).
// project: libyaml 662f4be
// sources: src/api.c src/reader.c src/scanner.c src/parser.c
// flags: -Iinclude -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=1 -DYAML_VERSION_PATCH=0 -DYAML_VERSION_STRING="0.1"
// input: 62 bytes behind `!<`, `yaml_parser_parse`
// bug: out-of-bounds scanner.c:2723
#include <klee/klee.h>
#include <yaml.h>
int main(void) {
  unsigned char text[64] = "!<";
  yaml_parser_t parser;
  yaml_event_t event;
  klee_make_symbolic(text + 2, sizeof text - 2, "text");
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, text, sizeof text);
  for (int more = 1; more && yaml_parser_parse(&parser, &event);) {
    more = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
