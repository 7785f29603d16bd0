/* Variable arguments of all classes, va_copy, structures by value among them. */
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct mixed { double d; long l; };
struct floats { float x, y; };
struct large { int v[10]; };
struct aligned { _Alignas(16) int x; };
struct pair { __attribute__((aligned(16))) long a; long b; };
struct wide { __int128 v; };
struct page { __attribute__((aligned(32))) long a; };
typedef float four __attribute__((vector_size(16)));

static long sum(int count, ...) {
    va_list list, second;
    va_start(list, count);
    va_copy(second, list);
    long total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int);
    for (int i = 0; i < count; i++) total += 100 * va_arg(second, int);
    va_end(second);
    va_end(list);
    return total;
}
static double walk(const char *what, va_list list) {
    double total = 0;
    for (; *what; what++) switch (*what) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long long); break;
        case 'd': total += va_arg(list, double); break;
        case 'L': total += (double)va_arg(list, long double); break;
        case 'p': total += *va_arg(list, int *); break;
        case 's': { struct small s = va_arg(list, struct small); total += s.a * 10 + s.b; break; }
        case 'm': { struct mixed m = va_arg(list, struct mixed); total += m.d + m.l; break; }
        case 'f': { struct floats f = va_arg(list, struct floats); total += f.x - f.y; break; }
        case 'A': { struct aligned a = va_arg(list, struct aligned); total += a.x; break; }
        case 'P': { struct pair p = va_arg(list, struct pair); total += p.a * 10 + p.b; break; }
        case 'W': { struct wide w = va_arg(list, struct wide); total += (long)w.v; break; }
        case 'G': { struct page p = va_arg(list, struct page); total += p.a; break; }
        case 'F': { four f = va_arg(list, four); total += f[0] * 10 + f[3]; break; }
        case 'g': { struct large g = va_arg(list, struct large); total += g.v[0] + g.v[9]; break; }
    }
    return total;
}
static double all(const char *what, ...) {
    va_list list;
    va_start(list, what);
    double total = walk(what, list);
    va_end(list);
    return total;
}
/* Parameters that take registers, and one in memory. */
static double behind(int a, struct large g, double d, const char *what, long b, ...) {
    va_list list;
    va_start(list, b);
    double total = walk(what, list) + a + g.v[1] + d + b;
    va_end(list);
    return total;
}
int main(void) {
    int seven = 7;
    struct aligned a = {77};
    struct pair p = {70, 7};
    struct wide w = {-5};
    struct page page = {123};
    four f = {1, 2, 3, 4};
    static const char *const orders[] = {"iA", "iiA", "iAAAAA", "iP", "iiP", "iiiP", "iiiiP", "iW", "iiiiWi", "AiPiWi", "iG", "iFd", "ddddddddFd", "PPPPi", "iiiiiAi", "smfgAPWG"};
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
        const char *order = orders[i];
#define WITH(what, ...) if (!__builtin_strcmp(order, what)) printf("%s %f %f\n", order, all(order, __VA_ARGS__), behind(3, (struct large){{1, 2}}, 0.5, order, 9, __VA_ARGS__))
        WITH("iA", 1, a); WITH("iiA", 1, 2, a); WITH("iAAAAA", 1, a, a, a, a, a); WITH("iP", 1, p); WITH("iiP", 1, 2, p);
        WITH("iiiP", 1, 2, 3, p); WITH("iiiiP", 1, 2, 3, 4, p); WITH("iW", 1, w); WITH("iiiiWi", 1, 2, 3, 4, w, 5);
        WITH("AiPiWi", a, 1, p, 2, w, 3); WITH("iG", 1, page); WITH("iFd", 1, f, 0.25);
        WITH("ddddddddFd", 1., 2., 3., 4., 5., 6., 7., 8., f, 9.); WITH("PPPPi", p, p, p, p, 6); WITH("iiiiiAi", 1, 2, 3, 4, 5, a, 6);
        WITH("smfgAPWG", (struct small){1, 2}, (struct mixed){2.5, 9}, (struct floats){8, 3}, (struct large){{5}}, a, p, w, page);
    }
    printf("%ld\n", sum(8, 1, 2, 3, 4, 5, 6, 7, 8));
    struct large g = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    printf("%f\n", all("ildpLi", 1, 2LL, 3.5, &seven, 4.25L, -9));
    printf("%f\n", all("smfg", (struct small){1, 2}, (struct mixed){2.5, 9}, (struct floats){8, 3}, g));
    printf("%f\n", all("iLgisd", 3, 1.5L, g, 4, (struct small){7, 7}, 0.125));
    return 0;
}
