// report_checks.c - what a report checks of a run, each with a verdict and with what was found.
#include "cli/html.h"
#include "cli/report_page.h"

#include "run/books.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void judge_end(const report_run *run, report_check *check)
{
    const bool failed = !strcmp(run->state, "diverged") || !strcmp(run->state, "limit") ||
                        !strcmp(run->state, "refused");
    const char *what = report_summary_text(&run->summary, "what");
    check->name = "The run came to its end";
    check->verdict = run->finished ? CHECK_HOLDS : failed ? CHECK_MISSES : CHECK_OPEN;
    snprintf(check->found, sizeof check->found, "%s at t = %.6g s%s%.200s", run->state,
             run->reached, what ? ": " : "", what ? what : "");
}

static void judge_state(const report_run *run, report_check *check)
{
    const char *said = report_summary_text(&run->summary, "state_hash");
    char hash[20];
    check->name = "The saved state is whole, and that of the end";
    snprintf(hash, sizeof hash, "%016" PRIx64, run->hash);
    if (run->no_hash.status) {
        check->verdict = run->finished ? CHECK_MISSES : CHECK_OPEN;
        snprintf(check->found, sizeof check->found, "%.250s", run->no_hash.what);
        return;
    }
    check->verdict = !said ? CHECK_OPEN : strcmp(said, hash) ? CHECK_MISSES : CHECK_HOLDS;
    snprintf(check->found, sizeof check->found, "state hash %s%s%.20s", hash,
             check->verdict == CHECK_MISSES ? ", the summary has " : "",
             check->verdict == CHECK_MISSES ? said : "");
}

static void judge_energy(const report_run *run, report_check *check)
{
    const frame_ledger *ledger = &run->last.frame.ledger;
    const bool ended = report_summary_text(&run->summary, "energy.residual") != NULL;
    const bool seen = run->end.known;
    const double residual = ended  ? report_summary_real(&run->summary, "energy.residual")
                            : seen ? ledger->residual
                                   : NAN;
    const double turned = ended  ? report_summary_real(&run->summary, "energy.turned_over")
                          : seen ? ledger->turned_over
                                 : NAN;
    check->name = "The energy books balance";
    check->verdict = CHECK_OPEN;
    if (!isfinite(residual) || !(turned > 0)) {
        snprintf(check->found, sizeof check->found,
                 run->recorded.session.model.ledger ? "nothing was turned over, or nobody looked"
                                                    : "no books were kept (run.ledger: false)");
        return;
    }
    const double share = fabs(residual) / turned;
    check->verdict = share <= BOOKS_MISSED ? CHECK_HOLDS : CHECK_MISSES;
    snprintf(check->found, sizeof check->found,
             "%.3g J unaccounted for, %.2g %% of the %.4g J that were turned over; at most %g %%",
             residual, 100 * share, turned, 100 * BOOKS_MISSED);
}

static void judge_step(const report_run *run, report_check *check)
{
    const double share = report_summary_real(&run->summary, "dashpots");
    check->name = "The step is short enough for the dashpots of the contacts at the end";
    check->verdict = CHECK_OPEN;
    if (!isfinite(share)) {
        snprintf(check->found, sizeof check->found, "a run that has not ended does not tell");
        return;
    }
    check->verdict = share <= 1 ? CHECK_HOLDS : CHECK_MISSES;
    snprintf(check->found, sizeof check->found, "%.2g of the longest sound step; at most 1", share);
}

static void judge_grains(const report_run *run, report_check *check)
{
    const double now = report_summary_real(&run->summary, "grains");
    const double in = report_summary_real(&run->summary, "flow.streamed");
    const double out = report_summary_real(&run->summary, "flow.removed") +
                       report_summary_real(&run->summary, "flow.lost");
    const bool from_start = run->start.known && run->start.time == 0;
    check->name = "No grain is unaccounted for";
    check->verdict = CHECK_OPEN;
    if (!from_start || !isfinite(now) || !isfinite(in + out)) {
        snprintf(check->found, sizeof check->found,
                 from_start ? "a run that has not ended tells no counts"
                            : "there is no frame of the start");
        return;
    }
    const double expected = (double)run->start.grains + in - out;
    check->verdict = expected == now ? CHECK_HOLDS : CHECK_MISSES;
    snprintf(check->found, sizeof check->found,
             "%.15g at the start, %.15g came, %.15g went, %.15g are there",
             (double)run->start.grains, in, out, now);
}

static void judge_mass(const report_run *run, report_check *check)
{
    const double rounding = 1e-12;
    const double flow = report_summary_real(&run->summary, "flow.streamed") +
                        report_summary_real(&run->summary, "flow.removed") +
                        report_summary_real(&run->summary, "flow.lost");
    check->name = "Mass stays where no grain comes or goes";
    check->verdict = CHECK_OPEN;
    if (!run->end.known) {
        snprintf(check->found, sizeof check->found, "there are no frames");
        return;
    }
    const double change = run->end.mass - run->start.mass;
    snprintf(check->found, sizeof check->found, "%.6g kg in the first frame, %.6g kg in the last",
             run->start.mass, run->end.mass);
    if (flow == 0)
        check->verdict = fabs(change) <= rounding * run->start.mass ? CHECK_HOLDS : CHECK_MISSES;
}

static void judge_warnings(const report_run *run, report_check *check)
{
    int64_t warnings = 0;
    for (int64_t i = 0; i < run->log.lines; i++)
        warnings += report_log_warning(run->log.line[i]) != NULL;
    check->name = "The run warned of nothing";
    check->verdict = warnings > 0 ? CHECK_MISSES : run->log.lines > 0 ? CHECK_HOLDS : CHECK_OPEN;
    if (warnings > 0)
        snprintf(check->found, sizeof check->found, "%" PRId64 " warning%s, below", warnings,
                 warnings == 1 ? "" : "s");
    else
        snprintf(check->found, sizeof check->found,
                 run->log.lines > 0 ? "no warnings in the log" : "there is no log");
}

void report_judge(const report_run *run, report_check check[REPORT_CHECKS])
{
    memset(check, 0, REPORT_CHECKS * sizeof *check);
    judge_end(run, &check[0]);
    judge_state(run, &check[1]);
    judge_energy(run, &check[2]);
    judge_step(run, &check[3]);
    judge_grains(run, &check[4]);
    judge_mass(run, &check[5]);
    judge_warnings(run, &check[6]);
}

void report_checks(text_buffer *out, const report_run *run)
{
    static const char *const heads[] = {"check", "verdict", "found", NULL};
    static const char *const verdicts[] = {[CHECK_HOLDS] = "<td class=\"good\">holds</td>",
                                           [CHECK_MISSES] = "<td class=\"bad\">does not hold</td>",
                                           [CHECK_OPEN] = "<td class=\"soft\">cannot be told</td>"};
    report_check check[REPORT_CHECKS];
    report_judge(run, check);
    text_append(out, "<section id=\"checks\"><h2>Checks and warnings</h2>\n");
    html_table_begin(out, "Checks of the run", heads);
    for (int k = 0; k < REPORT_CHECKS; k++) {
        text_append(out, "<tr>");
        html_row_head(out, check[k].name);
        text_append(out, verdicts[check[k].verdict]);
        html_cell(out, check[k].found);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
    enum { SHOWN_MOST = 200 };
    int64_t any = 0;
    for (int64_t i = 0; i < run->log.lines && any < SHOWN_MOST; i++) {
        const char *warning = report_log_warning(run->log.line[i]);
        if (!warning)
            continue;
        text_append(out, any ? "<li>" : "<h3>Warnings</h3><ul class=\"warnings\"><li>");
        html_text(out, warning);
        text_append(out, "</li>\n");
        any++;
    }
    if (any == SHOWN_MOST)
        text_append(out, "<li>The log may have more.</li>\n");
    text_append(out, any ? "</ul></section>\n" : "</section>\n");
}
