// report_sections.c - what a report tells besides measures: balances of energy and mass, the time that the run took, and the
// case with its log.
#include "cli/html.h"
#include "cli/report_page.h"

#include "console/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- energy

static void energy_row(text_buffer *out, const char *name, double value, const char *doc)
{
    if (!isfinite(value))
        return;
    text_append(out, "<tr>");
    html_row_head(out, name);
    html_number_cell(out, value);
    html_cell(out, doc);
    text_append(out, "</tr>\n");
}

// Of the last frame, which has all of the books; else what the summary has.
static double ledger_value(const report_run *run, const char *name, double seen)
{
    char way[80];
    if (run->end.known)
        return seen;
    snprintf(way, sizeof way, "energy.%s", name);
    return report_summary_real(&run->summary, way);
}

static void put_energy(text_buffer *out, const report_run *run)
{
    static const char *const heads[] = {"energy", ">J", "what it is", NULL};
    const frame_ledger *ledger = &run->last.frame.ledger;
    char caption[120] = "Energy at the end of the run";
    if (run->end.known)
        snprintf(caption, sizeof caption, "Energy at t = %.6g s, the last frame", run->end.time);
    if (!run->end.known && !report_summary_at(&run->summary, "energy")) {
        text_append(out, "<p>Neither a frame nor a summary tells of the energy.</p>\n");
        return;
    }
    html_table_begin(out, caption, heads);
#define LEDGER_ROW(name, type, unit, doc)                                                          \
    if (!strcmp(unit, "J"))                                                                        \
        energy_row(out, #name, ledger_value(run, #name, (double)ledger->name), doc);
    FRAME_LEDGER(LEDGER_ROW)
#undef LEDGER_ROW
    html_table_end(out);
}

// ---- mass

static void mass_row(text_buffer *out, const char *name, double grains, double mass)
{
    text_append(out, "<tr>");
    html_row_head(out, name);
    html_number_cell(out, grains);
    html_number_cell(out, mass);
    text_append(out, "</tr>\n");
}

// Where grains come or go, the balance of what the run has counted; else what the first and the last frame hold.
static void put_frames_mass(text_buffer *out, const report_run *run, const char *caption)
{
    static const char *const heads[] = {"grains", ">number", ">mass in kg", NULL};
    char name[60];
    html_table_begin(out, caption, heads);
    if (run->start.known) {
        snprintf(name, sizeof name, "in the first frame, t = %.6g s", run->start.time);
        mass_row(out, name, (double)run->start.grains, run->start.mass);
    }
    if (run->end.known) {
        snprintf(name, sizeof name, "in the last frame, t = %.6g s", run->end.time);
        mass_row(out, name, (double)run->end.grains, run->end.mass);
    }
    mass_row(out, "at the end", report_summary_real(&run->summary, "grains"), NAN);
    html_table_end(out);
}

static void put_counted_mass(text_buffer *out, const report_run *run, const char *caption)
{
    static const char *const heads[] = {"grains", ">number", ">mass in kg", NULL};
    static const char *const part[][2] = {{"came by streams", "streamed"},
                                          {"left by removals", "removed"},
                                          {"left over open borders", "lost"},
                                          {"in the domain at the end", "end"},
                                          {"residual", "residual"}};
    const double since = report_summary_real(&run->summary, "mass.since");
    char name[60];
    char number[60];
    char mass[60];
    html_table_begin(out, caption, heads);
    snprintf(name, sizeof name, "in the domain at t = %.6g s", since);
    mass_row(out, name, report_summary_real(&run->summary, "mass.start.grains"),
             report_summary_real(&run->summary, "mass.start.mass"));
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        snprintf(number, sizeof number, "mass.%s.grains", part[k][1]);
        snprintf(mass, sizeof mass, "mass.%s.mass", part[k][1]);
        mass_row(out, part[k][0], report_summary_real(&run->summary, number),
                 report_summary_real(&run->summary, mass));
    }
    html_table_end(out);
    text_append(out, "<p class=\"soft\">The residual is what was there and came, less what left "
                     "and is there. Grains count with the mass that they had when they came or "
                     "went, so what grew while it was there stands in it.</p>\n");
}

static void put_mass(text_buffer *out, const report_run *run)
{
    const bool flat = run->recorded.session.model.dimensions == 2;
    const char *caption = flat ? "Grains and their mass (per metre of depth), without what is fixed"
                               : "Grains and their mass, without what is fixed";
    if (report_summary_at(&run->summary, "mass"))
        put_counted_mass(out, run, caption);
    else
        put_frames_mass(out, run, caption);
}

void report_balances(text_buffer *out, const report_run *run)
{
    text_append(out, "<section id=\"balances\"><h2>Balances</h2>\n<h3>Energy</h3>\n");
    put_energy(out, run);
    text_append(out, "<h3>Mass</h3>\n");
    put_mass(out, run);
    text_append(out, "</section>\n");
}

// ---- time of computing

static void put_parts_of_time(text_buffer *out, const report_run *run, double seconds)
{
    static const char *const heads[] = {"part", ">s", ">share", "", NULL};
    static const char *const part[][2] = {
        {"lists of neighbours; streams, drives of walls", "speed.seconds_of.lists"},
        {"contacts and motion of the grains", "speed.seconds_of.contacts_and_motion"},
        {"motion of walls, checks, grains that leave", "speed.seconds_of.walls_and_checks"},
        {"frames, probes, saves", "speed.seconds_of.output"}};
    html_table_begin(out, "Time by stage of the step", heads);
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const double spent = report_summary_real(&run->summary, part[k][1]);
        const double share = 100 * spent / seconds;
        text_append(out, "<tr>");
        html_row_head(out, part[k][0]);
        html_number_cell(out, spent);
        text_append_format(out,
                           "<td class=\"number\">%.1f %%</td><td><span class=\"bar\" "
                           "style=\"width:%.1fem\"></span></td></tr>\n",
                           share, 0.1 * share);
    }
    html_table_end(out);
}

// Names and values of an object, as they stand in the summary.
static void put_object(text_buffer *out, const char *caption, const node *object)
{
    static const char *const heads[] = {"name", "value", NULL};
    if (!object || object->kind != NODE_MAP)
        return;
    html_table_begin(out, caption, heads);
    for (int k = 0; k < object->count; k++) {
        const node *value = object->entry[k].value;
        if (value->kind != NODE_SCALAR)
            continue;
        text_append(out, "<tr>");
        html_row_head(out, object->entry[k].key);
        html_cell(out, value->text);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

void report_effort(text_buffer *out, const report_run *run)
{
    char words[WORD_ROOM];
    const double seconds = report_summary_real(&run->summary, "speed.seconds");
    const double threads = report_summary_real(&run->summary, "speed.threads");
    text_append(out, "<section id=\"time\"><h2>Computing time</h2>\n");
    if (!isfinite(seconds)) {
        text_append(out, "<p>A run tells it when it ends.</p></section>\n");
        return;
    }
    text_append(out, "<p>");
    html_format(out, "%s for ", word_span(words, seconds));
    html_count(out, report_summary_real(&run->summary, "speed.steps"));
    const double speed = report_summary_real(&run->summary, "speed.particle_steps_per_second");
    html_format(out, " steps, %s grains times steps a second, ", word_rate(words, speed));
    html_format(out, "with %.0f thread%s, since the run began or was last resumed.", threads,
                threads == 1 ? "" : "s");
    text_append(out, "</p>\n");
    if (report_summary_at(&run->summary, "speed.seconds_of") && seconds > 0)
        put_parts_of_time(out, run, seconds);
    put_object(out, "What the solver did", report_summary_at(&run->summary, "solver"));
    text_append(out, "</section>\n");
}
