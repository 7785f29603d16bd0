// A YAML scanner and parser: on any text the events end, with the end of the stream or with an error.
// package: libyaml
// sources: src/api.c src/parser.c src/reader.c src/scanner.c
// flags: -Iinclude -Isrc -DHAVE_CONFIG_H=1
#include <assert.h>
#include <yaml.h>
#include <klee/klee.h>
int main(void) {
  unsigned char text[3];
  yaml_parser_t parser;
  yaml_event_t event;
  int last = 0, events = 0;
  klee_make_symbolic(text, sizeof text, "text");
  assert(yaml_parser_initialize(&parser));
  yaml_parser_set_input_string(&parser, text, sizeof text);
  while (!last && yaml_parser_parse(&parser, &event)) {
    last = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    assert(++events < 30);
  }
  assert(last || parser.error != YAML_NO_ERROR);
  yaml_parser_delete(&parser);
  return 0;
}
