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
    plain_locale locale;
    locale.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale.before = uselocale(locale.plain);
    return locale;
}

static inline void plain_locale_end(plain_locale locale)
{
    uselocale(locale.before);
    if (locale.plain)
        freelocale(locale.plain);
}

#endif
