// regions_combined.c - see regions_combined.h.
#include "scene/regions_combined.h"

#include <stdlib.h>
#include <string.h>

enum { FORMS_MOST = 256 }; // each point asks all of them

const row region_no_rows[1]; // none, but a list must not be empty

scree_status region_combine(const region_given *given, region *out, scree_error *error)
{
    combined *combined = (struct combined *)out;
    if (given->parts < 2) {
        return fail(error, SCREE_BAD_INPUT, "", "give a list of two or more",
                    given->parts == 1 ? "one region is not enough to combine"
                                      : "there are no regions to combine");
    }
    out->forms = 0;
    for (int i = 0; i < given->parts && out->forms <= FORMS_MOST; i++)
        out->forms += given->part[i]->forms;
    if (out->forms > FORMS_MOST) {
        return fail(error, SCREE_BAD_INPUT, "", "combine fewer, or give a mesh",
                    "the region is made of more than %d forms", FORMS_MOST);
    }
    combined->part = malloc((size_t)given->parts * sizeof *combined->part);
    if (!combined->part)
        return fail_memory(error, "regions");
    memcpy(combined->part, given->part, (size_t)given->parts * sizeof *combined->part);
    combined->parts = given->parts;
    out->low = given->part[0]->low;
    out->high = given->part[0]->high;
    return SCREE_OK;
}

void region_combined_release(region *is)
{
    free(((combined *)is)->part);
}
