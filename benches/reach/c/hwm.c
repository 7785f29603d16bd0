/* A text that contains four words. */
#ifndef N
#define N 32
#endif
#define WORDS "Hello", "World", "At", "Microsoft!"
#include "words.h"
