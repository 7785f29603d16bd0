// The alignment of the array leaves a gap, in which a linker puts zeros.
// expect: incomplete unmodelled-call
static int x;
static void set(void) { x = 1; }
static void (*both[2])(void) __attribute__((section(".init_array"), used, aligned(16))) = {set, set};

int main(void) { return x; }
