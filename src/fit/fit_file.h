// fit_file.h - reading a fit: the YAML file with parameters, data and searches, and the tables it names. See
// docs/fit.md for what the keys mean.
#ifndef SCREE_FIT_FIT_FILE_H
#define SCREE_FIT_FIT_FILE_H

#include "case/case.h"
#include "fit/search.h"

typedef struct fit_job {
    fit_problem problem; // prepared
    fit_search *search;  // owned
    int searches;
} fit_job;

// Reads the fit at `path`; tables are looked for in its folder. SCREE_OK: `*out` is owned by the caller. Otherwise it
// is untouched and `faults` has all that was found, those of the file first.
scree_status fit_read(const char *path, const case_override *override, int overrides, fit_job *out,
                      fault_list *faults);
// The same, where only files in the folder `within` may be named.
scree_status fit_read_within(const char *within, const char *path, const case_override *override,
                             int overrides, fit_job *out, fault_list *faults);
void fit_job_clear(fit_job *job);

#endif
