/* Variable arguments of all classes, va_copy, structures by value among them. */
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct mixed { double d; long l; };
struct floats { float x, y; };
struct large { int v[10]; };

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
int main(void) {
    int seven = 7;
    printf("%ld\n", sum(8, 1, 2, 3, 4, 5, 6, 7, 8));
    struct large g = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    printf("%f\n", all("ildpLi", 1, 2LL, 3.5, &seven, 4.25L, -9));
    printf("%f\n", all("smfg", (struct small){1, 2}, (struct mixed){2.5, 9}, (struct floats){8, 3}, g));
    printf("%f\n", all("iLgisd", 3, 1.5L, g, 4, (struct small){7, 7}, 0.125));
    return 0;
}
