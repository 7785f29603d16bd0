/* Formatting and parsing of times whose fields have unusual values, and of texts that do not match. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void years(void) {
  static const int years[] = {INT_MAX, INT_MIN, INT_MAX-1900, INT_MAX-1899, -1900, -1901, -1999, -2000, -2001, 0, 8099, 8100, -3800, INT_MIN+1};
  static const char *const c[] = {"%Y","%C","%y","%G","%g","%F","%D","%c","%V","%+","%s","%EY","%Ey","%EC","%Oy","%10Y","%_Y","%-Y","%010F","%x","%U","%W","%j","%5C","%_5C","%_y","%-y","%10F","%+F"};
  for (int i = 0; i < sizeof years/sizeof *years; i++) for (int k = 0; k < sizeof c/sizeof *c; k++) {
    char out[100]; struct tm tm = {.tm_year = years[i], .tm_mday = 1, .tm_wday=3};
    if (!strcmp(c[k], "%s") ) continue;
    size_t n = strftime(out, 100, c[k], &tm); out[n]=0;
    printf("y %d %s: %zu %s\n", years[i], c[k], n, out);
  }
  static const int others[] = {-1, 0, 1, 6, 7, 11, 12, 13, 24, 25, 59, 60, 61, 99, 100, 366, 400, -100, INT_MAX, INT_MIN};
  static const char *const c2[] = {"%a","%A","%b","%B","%d","%e","%H","%I","%k","%l","%M","%S","%p","%P","%j","%U","%W","%w","%u","%m","%V","%g","%G","%r","%T","%Z","%z","%Ez","%Oz","%OZ","%#Z","%^Z","%10Z","%N","%L","%f","%i","%J","%K","%q","%v","%E","%O","%EE","%-","%5","%_5","%%","%5%","%^%","%n","%t","%3n","%#a","%^a","%#p","%^p","%#P","%^P","%10a","%010a","%_10a","%-10a","%-d","%_d","%0e","%-e","%3d","%-3d","%_3d","%Od","%Ed","%OB","%Ob","%EB","%h","%Oh"};
  for (int i = 0; i < sizeof others/sizeof *others; i++) for (int k = 0; k < sizeof c2/sizeof *c2; k++) {
    int v = others[i];
    char out[200]; struct tm tm = {.tm_year = 100, .tm_mday = v, .tm_mon = v, .tm_wday = v, .tm_yday = v, .tm_hour = v, .tm_min = v, .tm_sec = v, .tm_isdst = v};
    size_t n = strftime(out, 200, c2[k], &tm); out[n]=0;
    printf("o %d %s: %zu %s\n", v, c2[k], n, out);
  }
}
static void zones(void) {
  char out[100]; struct tm tm = {.tm_mday=1};
  for (int d = -1; d < 3; d++) { tm.tm_isdst = d; tm.tm_zone = NULL; size_t n = strftime(out,100,"[%Z]",&tm); printf("%zu %s\n", n,out); tm.tm_zone = ""; n = strftime(out,100,"[%Z]",&tm); printf("%zu %s\n", n,out); tm.tm_zone = "ABC"; n = strftime(out,100,"[%Z] %z",&tm); printf("%zu %s\n", n,out);}
  static const long offs[] = {0,1,59,60,3600,-60,-59,-3600,86400,360000,-360000,LONG_MAX/2,90000*60};
  for (int i=0;i<sizeof offs/sizeof*offs;i++){ tm.tm_isdst=0; tm.tm_gmtoff=offs[i]; size_t n = strftime(out,100,"%z %:z %::z %7z %_z %-z",&tm); printf("%ld %zu %s\n", offs[i], n,out);}
}
static void parse(const char *t, const char *f) {
  struct tm tm = {0}; tm.tm_year=7;tm.tm_mon=2;tm.tm_mday=3;tm.tm_hour=4;tm.tm_min=5;tm.tm_sec=6;tm.tm_wday=1;tm.tm_yday=9;
  char *e = strptime(t,f,&tm);
  printf("p '%s' '%s': %d | %d %d %d %d %d %d %d %d\n", t,f, e? (int)(e-t):-1, tm.tm_year,tm.tm_mon,tm.tm_mday,tm.tm_hour,tm.tm_min,tm.tm_sec,tm.tm_wday,tm.tm_yday);
}
int main(void) {
  years(); zones();
  static const char *const ys[]={"2016","2015","2000","1900","1970","2017","2023","0","1","9999"};
  static const char *const ws[]={"51","50","2","11","10"};
  for (int a=0;a<10;a++) for(int b=0;b<5;b++) for(int d=0;d<7;d++) { char t[40]; sprintf(t,"%s %s %d",ys[a],ws[b],d); parse(t,"%Y %U %w"); parse(t,"%Y %W %w"); }
  parse("2016 366","%Y %j");  parse("366","%j"); parse("2015 60 3","%Y %j %m"); parse("2016 31 2","%Y %d %m");parse("2015 31 2","%Y %d %m");
  parse("20","%C"); parse("20 16","%C %y"); parse("16 20","%y %C"); parse("2016 19","%Y %C"); parse("19 2016","%C %Y"); parse("68","%y"); parse("69","%y"); parse("12 PM","%I %p"); parse("12 AM","%I %p"); parse("PM 1","%p %I"); parse("13 PM","%H %p"); parse("1 PM 2","%I %p %H"); parse("am","%p"); parse("aM 3","%p %I");
  parse("Mon","%a"); parse("Monday","%a"); parse("mOnDaYx","%A"); parse("Mo","%a"); parse("Septem","%b"); parse("sept","%h"); parse("MAY","%B"); parse("", "%a"); parse("","%d"); parse("","%n"); parse(""," "); parse("","");
  parse("  5","%d"); parse("\t5","%d"); parse("5","%e"); parse(" 05","%e"); parse("005","%d"); parse("32","%d"); parse("0","%d"); parse("00","%m"); parse("13","%m"); parse("24","%H"); parse("60","%M"); parse("61","%S"); parse("62","%S"); parse("-1","%Y"); parse("+1","%Y"); parse("12345","%Y"); parse("1-2-3","%F"); parse("2016-2-30","%F"); parse("1/2/03","%D"); parse("1/2/2003","%D"); parse("5:6","%R"); parse("5:6:7","%T"); parse("5:6:7 pM","%r"); parse("13:6:7 PM","%r"); parse("0","%s"); parse("-5","%s"); parse("86400","%s"); parse("%","%%"); parse("x","%%"); parse("%","%"); parse("5","%"); parse("5","%q"); parse("5","%E"); parse("5","%Od"); parse("5","%Ed"); parse("7","%u"); parse("0","%u"); parse("7","%w"); parse("8","%u"); parse("99","%g"); parse("2016 05","%G %V"); parse("54","%U"); parse("53","%U"); parse("12","%W"); parse("53","%V"); parse("54","%V"); parse("UTC x","%Z x"); parse("UTC x","%Z"); parse("+0130","%z"); parse("-01:30","%z"); parse("Z","%z"); parse("z","%z"); parse("+01","%z"); parse("+1","%z"); parse("+0160","%z"); parse("+012","%z"); parse("  +0100","%z"); parse("Fri Nov 28 17:41:15 2026","%c"); parse("11/28/26","%x"); parse("17:41:15","%X"); parse("28Nov2026","%d%b%Y"); parse("28 11 26","%d%m%y"); parse("281126","%d%m%y"); parse("a b","a b"); parse("ab","a b"); parse("a  b","a b"); parse("a b","a%nb"); parse("a b","a%tb"); parse("ab","a%tb"); parse("1","%k"); parse("1","%l"); parse("0","%l"); parse("5","%5d"); parse("5","%-d"); parse("5","%_d"); parse("2016 1 5 53","%Y %m %d %U"); parse("5 10","%w %U"); parse("10 5","%U %w"); parse("12 2016","%j %Y"); parse("3 Mon 2016","%m %a %Y"); parse("3 10 Mon","%m %d %a");
  return 0;
}
