/* Included before each model when it is compiled for the host; see runtime_native.c. */
#include <stddef.h>

void *host_memcpy(void *to, const void *from, size_t bytes);
void *host_memmove(void *to, const void *from, size_t bytes);
void *host_memset(void *to, int value, size_t bytes);

#define __builtin_memcpy host_memcpy
#define __builtin_memmove host_memmove
#define __builtin_memset host_memset
