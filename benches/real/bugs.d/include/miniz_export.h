/* What miniz's build writes. */
#define MINIZ_EXPORT
