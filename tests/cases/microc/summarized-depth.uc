// A loop that is summarized at the bottom of the stack is executed where its call is one too many.
// expect: bug stack-overflow @4
f(x) { return x; }
g(k) { var i, s; i = 0; s = 0; while (i < k) { i = i + 1; s = f(1); } return s; }
r(d, k) { var x; if (d == 0) x = g(k); else x = r(d - 1, k); return x; }
main() { var k, s; k = input; s = 0; if (k < 20) { s = g(k); if (k == 12) s = r(9997, k); } return s; }
