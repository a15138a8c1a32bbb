// kept_contacts.c - may the contacts of an image go on with the laws of a case? See kept_numbers.c.
#include "case/fingerprint.h"

#include <stdlib.h>
#include <string.h>

static bool keeps_contacts(const image *im)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, "contact/history"))
            return im->column[i].rows > 0;
    }
    return false;
}

scree_status case_compare_kept(const image *im, const char *now, const case_families *families,
                               scree_error *error)
{
    char *was = NULL;
    scree_status status = keeps_contacts(im) ? case_of_image(im, families, &was, error) : SCREE_OK;
    if (was)
        status = case_compare_texts_kept(was, now, error);
    free(was);
    return status;
}
