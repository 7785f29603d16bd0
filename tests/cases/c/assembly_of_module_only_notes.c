// Directives that define nothing, and notes for linkers.
// expect: safe
asm(".ident \"a program\"\n# a comment\n.type compute, @function");
asm(".section .gnu.warning.compute\n.string \"do not compute\"\n.text");
int compute(int x) { return x; }
int main(void) { return compute(0); }
