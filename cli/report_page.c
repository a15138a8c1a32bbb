// report_page.c - the frame of a report: head, contents, the parts in their order, and the data of its plots.
#include "cli/report_page.h"

#include "cli/html.h"
#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *title_of(const report_run *run)
{
    const char *title = run->recorded.session.model.title;
    return title && *title ? title : run->folder;
}

static void put_state(text_buffer *out, const report_run *run)
{
    const double duration = run->recorded.session.model.duration;
    const char *kind = run->finished ? "good" : "bad";
    text_append_format(out, "<p class=\"state %s\">", kind);
    if (!strcmp(run->state, "unfinished"))
        text_append(out, run->at_work ? "Unfinished: the run is at work"
                                      : "Unfinished: the run was cut off");
    else
        html_format(out, "The run %s",
                    !strcmp(run->state, "limit")     ? "waited in vain for the end of a stage"
                    : !strcmp(run->state, "stopped") ? "was stopped"
                    : !strcmp(run->state, "refused") ? "was refused its next stage"
                                                     : run->state);
    if (isfinite(run->reached))
        html_format(out, " at t = %.6g s", run->reached);
    if (!run->finished && isfinite(run->reached) && isfinite(duration) && duration > 0)
        html_format(out, " of %.6g s, %.3g %%", duration, 100 * run->reached / duration);
    text_append(out, ".</p>\n");
    const char *what = report_summary_text(&run->summary, "what");
    const char *hint = report_summary_text(&run->summary, "hint");
    if (!what)
        return;
    text_append(out, "<p>");
    html_text(out, report_summary_text(&run->summary, "where"));
    html_format(out, ": ");
    html_text(out, what);
    if (hint && *hint)
        html_format(out, " (%s)", hint);
    text_append(out, "</p>\n");
}

void report_head(text_buffer *out, const report_run *run, const report_media *media)
{
    char words[WORD_ROOM];
    const double grains = report_summary_real(&run->summary, "grains");
    const double steps = report_summary_real(&run->summary, "steps");
    const double seconds = report_summary_real(&run->summary, "speed.seconds");
    const char *program = report_summary_text(&run->summary, "program");
    text_append(out, "<header><h1>");
    html_text(out, title_of(run));
    text_append(out, "</h1>\n");
    put_state(out, run);
    text_append(out, "<p class=\"soft\">");
    if (isfinite(grains) || run->end.known) {
        html_count(out, isfinite(grains) ? grains : (double)run->end.grains);
        text_append(out, " grains, ");
    }
    if (isfinite(steps)) {
        html_count(out, steps);
        text_append(out, " steps, ");
    }
    if (isfinite(seconds))
        html_format(out, "%s of computing, ", word_span(words, seconds));
    html_format(out, "%s", program ? program : "scree " SCREE_VERSION);
    if (!run->no_hash.status)
        html_format(out, ", state hash %016llx", (unsigned long long)run->hash);
    text_append(out, "</p>");
    static const report_part part[] = {{"checks", "Checks"},
                                       {"measured", "Measured"},
                                       {"balances", "Balances"},
                                       {"time", "Computing time"},
                                       {"case", "The case"},
                                       {"again", "How to reproduce"},
                                       {NULL, NULL}};
    report_frame_parts(out, part);
    if (media->script)
        text_append(out, "<p class=\"soft screen\">Plots: drag over a part to see it larger, click "
                         "twice to see all again.</p>\n");
}

static void put_image(text_buffer *out, const uint8_t *data, int64_t size, const char *alt)
{
    text_append(out, "<img");
    html_attribute(out, "alt", alt);
    text_append(out, " src=\"data:image/png;base64,");
    html_base64(out, data, size);
    text_append(out, "\" />");
}

void report_picture(text_buffer *out, const report_run *run, const report_media *media)
{
    char words[200];
    char count[WORD_ROOM];
    if (media->picture_size == 0) {
        text_append(out, "<p class=\"soft\">There is no picture: ");
        html_text(out, run->no_frame.what);
        html_format(out, *run->no_frame.hint ? " (%s)" : "%s", run->no_frame.hint);
        text_append(out, ".</p>\n");
        return;
    }
    text_append(out, "<figure>");
    if (run->no_frame.status)
        snprintf(words, sizeof words, "The grains as the run left them, its picture.png");
    else
        snprintf(words, sizeof words, "The %s grains at t = %.6g s",
                 word_count(count, run->end.grains), run->end.time);
    put_image(out, media->picture, media->picture_size, words);
    text_append(out, "<figcaption>");
    html_format(out, "%s.", words);
    text_append(out, "</figcaption></figure>\n");
    if (media->film_size == 0)
        return;
    text_append(out, "<figure class=\"screen\">");
    put_image(out, media->film, media->film_size, "The frames of the run as a film");
    text_append(out,
                "<figcaption>The frames of the run, one after another.</figcaption></figure>\n");
}

bool report_page(text_buffer *out, const report_run *run, const report_media *media)
{
    json data = {0};
    json_begin(&data);
    json_list(&data, "plots");
    report_frame_begin(out, title_of(run), media->style);
    report_head(out, run, media);
    report_picture(out, run, media);
    report_checks(out, run);
    const bool drawn = report_probes(out, &data, run);
    report_balances(out, run);
    report_effort(out, run);
    report_case(out, run);
    report_again(out, run);
    json_close(&data);
    json_close(&data);
    report_frame_end(out, data.text, media->script);
    const bool good = drawn && !data.failed && !out->failed;
    json_clear(&data);
    return good;
}
