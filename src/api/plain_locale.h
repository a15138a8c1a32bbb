// plain_locale.h - numbers are read and written with a point, whatever locale the program around the library has set.
//
// printf and strtod of C go by the locale of the thread, which a desktop program in much of the world sets to a decimal
// comma. Each function of the interface that reads or writes numbers uses the locale "C" meanwhile, in its own thread;
// glibc has that ready and allocates nothing for it. Threads that help in a step neither read nor write numbers.
#ifndef SCREE_API_PLAIN_LOCALE_H
#define SCREE_API_PLAIN_LOCALE_H

#include <locale.h>

typedef struct plain_locale {
    locale_t plain, before;
} plain_locale;

static inline plain_locale plain_locale_begin(void)
{
    plain_locale plain_locale;
    plain_locale.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    plain_locale.before = uselocale(plain_locale.plain);
    return plain_locale;
}

static inline void plain_locale_end(plain_locale plain_locale)
{
    uselocale(plain_locale.before);
    if (plain_locale.plain)
        freelocale(plain_locale.plain);
}

#endif
