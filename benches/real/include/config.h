/* What the configure scripts of the libraries would write, as far as the harnesses need it. */
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define STDC_HEADERS 1
#define HAVE_STRINGIZE 1
#define YAML_VERSION_MAJOR 0
#define YAML_VERSION_MINOR 2
#define YAML_VERSION_PATCH 5
#define YAML_VERSION_STRING "0.2.5"
