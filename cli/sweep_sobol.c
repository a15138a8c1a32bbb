// sweep_sobol.c - see sweep_sobol.h.
#include "cli/sweep_sobol.h"

#include "store/file_out.h"
#include "sweep/indices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_indices(const plan *plan, const sensitivity *is, const results_head *head)
{
    int at = 0;
    if (is->lacks) {
        printf("\n%s: no indices: %s; %lld rows of %lld are whole\n", head->name, is->lacks,
               (long long)is->rows, (long long)plan->sobol);
        return;
    }
    printf("\n%s: mean %.5g %s, standard deviation %.3g, of %lld rows of %lld\n", head->name,
           is->mean, head->unit, sqrt(is->variance), (long long)is->rows, (long long)plan->sobol);
    printf("  %-24s %-26s %s\n", "", "first order", "total");
    for (int i = 0; i < plan->axes; i++) {
        if (!plan->axis[i].is_range)
            continue;
        const sensitivity_index *first = &is->first[at];
        const sensitivity_index *total = &is->total[at++];
        char words[60];
        snprintf(words, sizeof words, "%.3f +- %.3f", first->value, first->error);
        printf("  %-24s %-26s %.3f +- %.3f\n", plan->axis[i].name, words, total->value,
               total->error);
    }
}

static void put_rows(file_out *out, const plan *plan, const sensitivity *is, const char *name)
{
    int at = 0;
    for (int i = 0; i < plan->axes; i++) {
        if (!plan->axis[i].is_range)
            continue;
        const sensitivity_index *first = &is->first[at];
        const sensitivity_index *total = &is->total[at++];
        file_out_printf(out, "%s,%s,%lld", name, plan->axis[i].name, (long long)is->rows);
        file_out_printf(out, ",%.9g,%.9g,%.9g,%.9g", first->value, first->error, first->low,
                        first->high);
        file_out_printf(out, ",%.9g,%.9g,%.9g,%.9g\n", total->value, total->error, total->low,
                        total->high);
    }
}

static scree_status put_number(const points_wish *wish, const results *results, const char *name,
                               bool quiet, file_out *out, scree_error *error)
{
    sensitivity is;
    const int64_t number = results_find(results, name);
    if (number < 0)
        return fail(error, SCREE_BAD_INPUT, "--of", "see the head of table.csv for the names",
                    "no point has a number %.100s", name);
    const scree_status status = indices_of(results, number, wish->in->path, &is, error);
    if (status)
        return status;
    put_rows(out, wish->plan, &is, name);
    if (!quiet)
        print_indices(wish->plan, &is, &results->head[number]);
    sensitivity_clear(&is);
    return SCREE_OK;
}

scree_status sweep_sobol(const points_wish *wish, const sweep_asked *asked, const results *results,
                         scree_error *error)
{
    file_out out;
    char *path = NULL;
    scree_status status = owned_path(&wish->in->files, "sobol.csv", &path, error);
    if (!status)
        status = file_out_open(&out, path, error);
    free(path);
    if (status)
        return status;
    file_out_printf(&out, "number,parameter,rows,first,first error,first low,first high,total,"
                          "total error,total low,total high\n");
    for (int i = 0; i < asked->of.count && !status; i++) {
        char name[200];
        wanted_spell(&asked->of.name[i], name);
        status = put_number(wish, results, name, asked->quiet, &out, error);
    }
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}
