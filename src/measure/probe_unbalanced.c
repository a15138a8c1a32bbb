// probe_unbalanced.c - how far a sample is from balance: forces that accelerate grains against those of contacts; the same
// number as `unbalanced` in the conditions of stages (balance.h).
#include "measure/balance.h"
#include "measure/table.h"

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"}, {"unbalanced", ""}, {"net_mean", "N"}, {"net_max", "N"}, {"contact_mean", "N"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)state;
    const balance is = balance_of(model, frame);
    const double value[COLUMNS] = {frame->time, balance_unbalanced(&is), is.net, is.largest,
                                   is.contact};
    return table_row(table, value, error);
}

const char probe_unbalanced_example[] = "";

const probe probe_unbalanced = {
    .what = {"unbalanced",
             "unbalanced force: the mean force that accelerates a grain over that of a contact",
             rows, 0},
    .head = head,
    .columns = COLUMNS,
    .sample = sample,
};
