/* What the build of libmodbus writes. */
#define LIBMODBUS_VERSION_MAJOR 3
#define LIBMODBUS_VERSION_MINOR 1
#define LIBMODBUS_VERSION_MICRO 0
#define LIBMODBUS_VERSION_STRING "3.1"
