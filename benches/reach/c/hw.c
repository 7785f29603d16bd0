/* A text that contains two words. */
#ifndef N
#define N 16
#endif
#define WORDS "Hello", "World"
#include "words.h"
