// report_fit_numbers.c - see report_fit_numbers.h.
#include "cli/report_fit_numbers.h"

#include "base/memory.h"
#include "cli/html.h"
#include "draw/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fit_numbers_add(fit_numbers *numbers, const fit_number *item)
{
    if (!MEM_GROW(numbers->item, numbers->room, numbers->count + 1))
        return false;
    numbers->item[numbers->count++] = *item;
    return true;
}

void fit_numbers_clear(fit_numbers *numbers)
{
    free(numbers->item);
    *numbers = (fit_numbers){0};
}

static bool has_unit(const fit_number *item, const char *unit)
{
    return !strcmp(item->unit, unit);
}

// Measured and by the model beside each other, over their number in the table. Returns whether one has an error.
static bool fill_overlay(overlay *overlay, const fit_numbers *numbers, const char *unit,
                         bool *memory)
{
    const double beside = 0.1; // a little to the right, so that none hides the other
    bool bars = false;
    overlay_line data;
    overlay_line model;
    for (int64_t i = 0; i < numbers->count; i++)
        bars = bars || (has_unit(&numbers->item[i], unit) && isfinite(numbers->item[i].error));
    *memory = overlay_add(overlay, "measured", numbers->count, bars, &data);
    int64_t count = 0;
    for (int64_t i = 0; i < numbers->count && *memory; i++) {
        const fit_number *item = &numbers->item[i];
        const double error = isfinite(item->error) ? item->error : 0;
        if (!has_unit(item, unit))
            continue;
        data.x[count] = (double)(i + 1);
        data.y[count] = item->measured;
        data.low[count] = item->measured - error;
        data.high[count++] = item->measured + error;
    }
    if (*memory)
        overlay_settle(overlay, count, true, 2);
    *memory = *memory && overlay_add(overlay, "model", count, false, &model);
    if (*memory)
        overlay_settle(overlay, count, true, 1);
    for (int64_t i = 0, at = 0; i < numbers->count && *memory; i++) {
        if (!has_unit(&numbers->item[i], unit))
            continue;
        model.x[at] = (double)(i + 1) + beside;
        model.y[at++] = numbers->item[i].predicted;
    }
    return bars;
}

static bool put_unit(report_charts *charts, const fit_numbers *numbers, const char *unit)
{
    overlay overlay = {0};
    char caption[300];
    bool memory;
    const bool plain = !strcmp(unit, "1");
    const bool bars = fill_overlay(&overlay, numbers, unit, &memory);
    const chart chart = {.x_name = "number in the table",
                         .y_name = "measured, and by the model",
                         .y_unit = plain ? "" : unit,
                         .curve = overlay.curve,
                         .curves = overlay.curves};
    snprintf(caption, sizeof caption, "Single numbers%s%.60s, measured and by the model%s.",
             plain ? " without a unit" : " in ", plain ? "" : unit,
             bars ? ", with standard errors" : "");
    if (memory)
        report_chart_put(charts, &chart, caption);
    overlay_clear(&overlay);
    return memory;
}

static void put_table(text_buffer *out, const fit_numbers *numbers)
{
    static const char *const heads[] = {
        "number",        "of",     "unit",    ">measured", ">standard error",
        ">by the model", ">apart", ">errors", NULL};
    html_table_begin(out, "Single numbers; how far the model is from what was measured", heads);
    for (int64_t i = 0; i < numbers->count; i++) {
        const fit_number *item = &numbers->item[i];
        const double apart = item->predicted - item->measured;
        text_append(out, "<tr>");
        text_append_format(out, "<th scope=\"row\">%lld</th><td>", (long long)(i + 1));
        html_format(out, "%.100s of %.100s", item->quantity, item->data);
        text_append(out, "</td>");
        html_cell(out, strcmp(item->unit, "1") ? item->unit : "");
        html_number_cell(out, item->measured);
        html_number_cell(out, item->error);
        html_number_cell(out, item->predicted);
        html_number_cell(out, apart);
        html_number_cell(out, apart / item->error);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

bool fit_numbers_put(report_charts *charts, const fit_numbers *numbers)
{
    bool memory = true;
    for (int64_t i = 0; i < numbers->count && memory; i++) {
        const char *unit = numbers->item[i].unit;
        bool known = false;
        for (int64_t k = 0; k < i; k++)
            known = known || has_unit(&numbers->item[k], unit);
        if (!known)
            memory = put_unit(charts, numbers, unit);
    }
    if (numbers->count > 0)
        put_table(charts->out, numbers);
    return memory;
}
