// report_chart.c - see report_chart.h.
#include "cli/report_chart.h"

#include "cli/html.h"
#include "cli/report_frame.h"

#include <math.h>
#include <stdio.h>

enum { POINTS_MOST = 40000, CURVE_POINTS_MOST = 2000 }; // of a chart, and of one curve

void report_charts_begin(report_charts *charts, text_buffer *out)
{
    *charts = (report_charts){.out = out};
    json_begin(&charts->data);
    json_list(&charts->data, "plots");
}

void report_charts_end(report_charts *charts, const char *script)
{
    json_close(&charts->data);
    json_close(&charts->data);
    report_frame_end(charts->out, charts->count ? charts->data.text : NULL,
                     charts->count ? script : NULL);
    charts->out->failed = charts->out->failed || charts->data.failed;
    json_clear(&charts->data);
}

void report_charts_explain(text_buffer *out, const char *script)
{
    if (script)
        text_append(out, "<p class=\"soft screen\">Plots: drag over a part to see it larger, click "
                         "twice to see all again.</p>\n");
}

// uPlot wants places in ascending order, each once. Curves of long tables, and very many, stay drawings.
static bool can_zoom(const chart *drawn)
{
    int64_t points = 0;
    for (int k = 0; k < drawn->curves; k++) {
        const chart_curve *curve = &drawn->curve[k];
        points += curve->count;
        if (curve->count > CURVE_POINTS_MOST)
            return false;
        for (int64_t i = 0; i < curve->count; i++) {
            if (!isfinite(curve->x[i]) || (i > 0 && !(curve->x[i] > curve->x[i - 1])))
                return false;
        }
    }
    return points > 1 && points <= POINTS_MOST;
}

static void put_numbers(json *data, const char *key, const double *value, int64_t count)
{
    if (!value)
        return;
    json_list(data, key);
    for (int64_t i = 0; i < count; i++)
        json_number(data, NULL, value[i]);
    json_close(data);
}

// A curve without a name has that of the one whose colour it has, or of the axis.
static const char *name_of(const chart *drawn, const chart_curve *curve)
{
    const char *name = curve->name;
    for (int k = 0; k < drawn->curves && !name && curve->like > 0; k++) {
        if (drawn->curve[k].like == curve->like)
            name = drawn->curve[k].name;
    }
    return name ? name : drawn->y_name;
}

static void put_curve(json *data, const chart *drawn, int number)
{
    const chart_curve *curve = &drawn->curve[number];
    json_object(data, NULL);
    json_text(data, "name", name_of(drawn, curve));
    json_integer(data, "colour", curve->like > 0 ? curve->like - 1 : number);
    if (curve->points)
        json_flag(data, "dots", true);
    put_numbers(data, "x", curve->x, curve->count);
    put_numbers(data, "y", curve->y, curve->count);
    put_numbers(data, "low", curve->low, curve->count);
    put_numbers(data, "high", curve->high, curve->count);
    json_close(data);
}

static void put_data(json *data, const char *id, const chart *drawn)
{
    json_object(data, NULL);
    json_text(data, "id", id);
    json_text(data, "x_name", drawn->x_name);
    json_text(data, "x_unit", drawn->x_unit);
    json_text(data, "y_name", drawn->y_name);
    json_text(data, "y_unit", drawn->y_unit);
    json_list(data, "curves");
    for (int k = 0; k < drawn->curves; k++)
        put_curve(data, drawn, k);
    json_close(data);
    json_close(data);
}

void report_chart_put(report_charts *charts, const chart *drawn, const char *caption)
{
    enum { WIDTH = 760, HEIGHT = 320 };
    text_buffer *out = charts->out;
    char id[40];
    chart sized = *drawn;
    sized.width = WIDTH;
    sized.height = HEIGHT;
    snprintf(id, sizeof id, "chart-%d", ++charts->count);
    text_append_format(out, "<figure class=\"chart\" id=\"%s\">", id);
    chart_append_svg(out, &sized);
    text_append(out, "<figcaption>");
    html_text(out, caption);
    text_append(out, "</figcaption></figure>\n");
    if (can_zoom(drawn))
        put_data(&charts->data, id, drawn);
}
