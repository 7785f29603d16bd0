/* The functions by which harnesses call a verifier: KLEE's, SV-COMP's, CBMC's and ESBMC's. This is
 * the only list of them. A source that uses one without declaring it gets the declaration from
 * here, one name per line; the C file of a suite defines the functions.
 *
 * NONDET(type, name) stands for `type __VERIFIER_nondet_name(void)` and `type
 * nondet_name(void)`. */
void assert(int);
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

void klee_make_symbolic(void *, __SIZE_TYPE__, const char *);
int klee_range(int, int, const char *);
int klee_int(const char *);
__UINTPTR_TYPE__ klee_choose(__UINTPTR_TYPE__);
void klee_assume(__UINTPTR_TYPE__);
void klee_prefer_cex(void *, __UINTPTR_TYPE__);
void klee_posix_prefer_cex(void *, __UINTPTR_TYPE__);
void klee_silent_exit(int) __attribute__((noreturn));
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *, int, const char *, const char *) __attribute__((noreturn));
unsigned klee_is_symbolic(__UINTPTR_TYPE__);
unsigned klee_is_replay(void);
float klee_get_valuef(float);
double klee_get_valued(double);
long klee_get_valuel(long);
long long klee_get_valuell(long long);
__INT32_TYPE__ klee_get_value_i32(__INT32_TYPE__);
__INT64_TYPE__ klee_get_value_i64(__INT64_TYPE__);
__SIZE_TYPE__ klee_get_obj_size(void *);
void klee_check_memory_access(const void *, __SIZE_TYPE__);
void klee_print_expr(const char *, ...);
void klee_print_range(const char *, int);
void klee_warning(const char *);
void klee_warning_once(const char *);
void klee_stack_trace(void);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_set_forking(unsigned);
int *klee_errno_location(void);
#define klee_assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_error(void);
void reach_error(void);
void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
void __ESBMC_init_object(void *);
__UINTPTR_TYPE__ __ESBMC_POINTER_OBJECT(const void *);
__PTRDIFF_TYPE__ __ESBMC_POINTER_OFFSET(const void *);
_Bool __ESBMC_same_object(const void *, const void *);
_Bool __ESBMC_r_ok(const void *, __SIZE_TYPE__);
_Bool __ESBMC_w_ok(const void *, __SIZE_TYPE__);
_Bool __ESBMC_rw_ok(const void *, __SIZE_TYPE__);

typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
typedef _Bool __CPROVER_bool;
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
void __CPROVER_precondition(_Bool, const char *);
void __CPROVER_postcondition(_Bool, const char *);
void __CPROVER_cover(_Bool);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);
void __CPROVER_input(const char *, ...);
void __CPROVER_output(const char *, ...);
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);
_Bool __CPROVER_same_object(const void *, const void *);
_Bool __CPROVER_LIVE_OBJECT(const void *);
_Bool __CPROVER_r_ok(const void *, __SIZE_TYPE__);
_Bool __CPROVER_w_ok(const void *, __SIZE_TYPE__);
_Bool __CPROVER_rw_ok(const void *, __SIZE_TYPE__);
void __CPROVER_havoc_object(void *);
void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);
void *__CPROVER_allocate(__SIZE_TYPE__, _Bool);
void __sheaf_array_set(void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
_Bool __sheaf_array_equal(const void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__, _Bool);
void __sheaf_array_copy(void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
void __sheaf_array_replace(void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
#define __CPROVER_max_malloc_size ((__SIZE_TYPE__)1 << 47)
#define __sheaf_second(first, second, ...) second
#define __CPROVER_r_ok(pointer, ...) __CPROVER_r_ok((pointer), __sheaf_second(0, ##__VA_ARGS__, sizeof *(pointer)))
#define __CPROVER_w_ok(pointer, ...) __CPROVER_w_ok((pointer), __sheaf_second(0, ##__VA_ARGS__, sizeof *(pointer)))
#define __CPROVER_rw_ok(pointer, ...) __CPROVER_rw_ok((pointer), __sheaf_second(0, ##__VA_ARGS__, sizeof *(pointer)))
#define __sheaf_extent(array) (array), __builtin_object_size((array), 1)
#define __sheaf_element(array) __typeof__(__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(*(array)), void), (char)0, *(array)))
#define __CPROVER_array_set(array, value) __sheaf_array_set(__sheaf_extent(array), (__sheaf_element(array)[]){value}, sizeof(__sheaf_element(array)))
#define __CPROVER_array_equal(a, b) __sheaf_array_equal(__sheaf_extent(a), __sheaf_extent(b), __builtin_types_compatible_p(__typeof__(*(a)), __typeof__(*(b))))
#define __CPROVER_array_copy(to, from) __sheaf_array_copy(__sheaf_extent(to), __sheaf_extent(from))
#define __CPROVER_array_replace(to, from) __sheaf_array_replace(__sheaf_extent(to), __sheaf_extent(from))
#define __CPROVER_equal(a, b) ({ __typeof__(a) __left = (a), __right = (b); !__builtin_memcmp(&__left, &__right, sizeof __left); })
#define __ESBMC_init_object(object) ({ _Static_assert(__builtin_classify_type(object) == __builtin_classify_type((void *)0), "__ESBMC_init_object takes the address of an object"); __ESBMC_init_object((void *)(object)); })
#define __ESBMC_get_object_size(array) (__CPROVER_OBJECT_SIZE(array) / sizeof(__sheaf_element(array)))
unsigned __sheaf_restrictions(const void *, __SIZE_TYPE__);
void __sheaf_holds_for_others(unsigned, unsigned, unsigned);
#define __sheaf_first_near -16
#define __sheaf_last_near 1024
#define __sheaf_has_others_below(type) (sizeof(type) > 1 && (long long)(type)(__sheaf_first_near - 1) < __sheaf_first_near)
#define __sheaf_fails_for_others(variable, is_other, condition) ({ klee_make_symbolic((variable), sizeof *(variable), "quantified"); klee_assume(is_other); unsigned __start = __sheaf_restrictions((variable), sizeof *(variable)); _Bool __holds = (condition); unsigned __evaluated = __sheaf_restrictions((variable), sizeof *(variable)); _Bool __fails = !__holds; if (!__fails) __sheaf_holds_for_others(__start, __evaluated, __sheaf_restrictions((variable), sizeof *(variable))); __fails; })
#define __sheaf_for_all(variable, condition) ({ _Static_assert((__typeof__(*(variable)))1.5 == 1 && sizeof *(variable) <= 8, "a quantified variable is an integer of at most 64 bits"); __typeof__(*(variable)) *const __variable = (variable); unsigned char __before[sizeof *__variable]; __builtin_memcpy(__before, __variable, sizeof __before); _Bool __all = 1; for (long long __value = __sheaf_first_near; __all && __value <= __sheaf_last_near; __value++) { *__variable = __value; __all = (condition); } if (__all && __sheaf_has_others_below(__typeof__(*__variable))) __all = !__sheaf_fails_for_others(__variable, (long long)*__variable < __sheaf_first_near, (condition)); if (__all && sizeof __before > 1) __all = !__sheaf_fails_for_others(__variable, (long long)*__variable > __sheaf_last_near, (condition)); __builtin_memcpy(__variable, __before, sizeof __before); __all; })
#define __ESBMC_forall(variable, condition) __sheaf_for_all(variable, (condition))
#define __ESBMC_exists(variable, condition) (!__sheaf_for_all(variable, !(condition)))
#define __CPROVER_isnanf(x) ((_Bool)__builtin_isnan(x))
#define __CPROVER_isnand(x) ((_Bool)__builtin_isnan(x))
#define __CPROVER_isnanld(x) ((_Bool)__builtin_isnan(x))
#define __CPROVER_isinff(x) ((_Bool)__builtin_isinf(x))
#define __CPROVER_isinfd(x) ((_Bool)__builtin_isinf(x))
#define __CPROVER_isinfld(x) ((_Bool)__builtin_isinf(x))
#define __CPROVER_isfinitef(x) ((_Bool)__builtin_isfinite(x))
#define __CPROVER_isfinited(x) ((_Bool)__builtin_isfinite(x))
#define __CPROVER_isfiniteld(x) ((_Bool)__builtin_isfinite(x))
#define __CPROVER_isnormalf(x) ((_Bool)__builtin_isnormal(x))
#define __CPROVER_isnormald(x) ((_Bool)__builtin_isnormal(x))
#define __CPROVER_isnormalld(x) ((_Bool)__builtin_isnormal(x))
#define __CPROVER_signf(x) (__builtin_signbit(x) != 0)
#define __CPROVER_signd(x) (__builtin_signbit(x) != 0)
#define __CPROVER_signld(x) (__builtin_signbit(x) != 0)
#define __CPROVER_fabs(x) __builtin_fabs(x)
#define __CPROVER_fabsf(x) __builtin_fabsf(x)
#define __CPROVER_fabsl(x) __builtin_fabsl(x)
#define __CPROVER_saturating_plus(a, b) __builtin_elementwise_add_sat((a), (b))
#define __CPROVER_saturating_minus(a, b) __builtin_elementwise_sub_sat((a), (b))
#define __CPROVER_overflow_plus(a, b) __builtin_add_overflow_p((a), (b), (__typeof__((a) + (b)))0)
#define __CPROVER_overflow_minus(a, b) __builtin_sub_overflow_p((a), (b), (__typeof__((a) - (b)))0)
#define __CPROVER_overflow_mult(a, b) __builtin_mul_overflow_p((a), (b), (__typeof__((a) * (b)))0)
#define __CPROVER_overflow_unary_minus(a) __builtin_sub_overflow_p(0, (a), (__typeof__(-(a)))0)

NONDET(_Bool, bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(signed char, signed_char)
NONDET(unsigned char, unsigned_char)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(unsigned short, unsigned_short)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(unsigned long, unsigned_long)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(long long, long_long)
NONDET(unsigned long long, unsigned_long_long)
NONDET(signed char, int8)
NONDET(unsigned char, uint8)
NONDET(short, int16)
NONDET(unsigned short, uint16)
NONDET(int, int32)
NONDET(unsigned, uint32)
NONDET(long long, int64)
NONDET(unsigned long long, uint64)
NONDET(signed char, int8_t)
NONDET(unsigned char, uint8_t)
NONDET(short, int16_t)
NONDET(unsigned short, uint16_t)
NONDET(int, int32_t)
NONDET(unsigned, uint32_t)
NONDET(__INT64_TYPE__, int64_t)
NONDET(__UINT64_TYPE__, uint64_t)
#ifdef __SIZEOF_INT128__
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
#endif
NONDET(__SIZE_TYPE__, size_t)
NONDET(__SIZE_TYPE__, size)
NONDET(__PTRDIFF_TYPE__, ssize_t)
NONDET(__PTRDIFF_TYPE__, ptrdiff_t)
NONDET(__INTPTR_TYPE__, intptr_t)
NONDET(__UINTPTR_TYPE__, uintptr_t)
NONDET(long, time_t)
NONDET(long long, loff_t)
NONDET(long, off_t)
NONDET(unsigned long, sector_t)
NONDET(unsigned char, u8)
NONDET(unsigned short, u16)
NONDET(unsigned, u32)
NONDET(unsigned long long, u64)
NONDET(signed char, s8)
NONDET(short, s16)
NONDET(int, s32)
NONDET(long long, s64)
NONDET(float, float)
NONDET(double, double)
NONDET(long double, long_double)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
