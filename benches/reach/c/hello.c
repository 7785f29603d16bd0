/* A text that contains a word. */
#ifndef N
#define N 16
#endif
#define WORDS "Hello"
#include "words.h"
