// report_json.c - what a report says as one line of JSON.
#include "cli/report_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_checks(json *json, const report_run *run)
{
    static const char *const verdicts[] = {
        [CHECK_HOLDS] = "holds", [CHECK_MISSES] = "misses", [CHECK_OPEN] = "open"};
    report_check check[REPORT_CHECKS];
    report_judge(run, check);
    json_list(json, "checks");
    for (int k = 0; k < REPORT_CHECKS; k++) {
        json_object(json, NULL);
        json_text(json, "name", check[k].name);
        json_text(json, "verdict", verdicts[check[k].verdict]);
        json_text(json, "found", check[k].found);
        json_close(json);
    }
    json_close(json);
    json_list(json, "warnings");
    for (int64_t i = 0; i < run->log.lines; i++) {
        const char *warning = report_log_warning(run->log.line[i]);
        if (warning)
            json_text(json, NULL, warning);
    }
    json_close(json);
}

static void put_column(json *json, const report_probe *probe, int column)
{
    const column_number *number = &probe->number[column];
    char unit[TOTAL_UNIT_ROOM];
    json_object(json, NULL);
    json_text(json, "column", probe->table.head[column].name);
    json_text(json, "unit", probe->table.head[column].unit);
    if (probe->view.in_time)
        json_number(json, "last", number->last);
    json_number(json, "mean", number->mean);
    if (probe->view.in_time) {
        json_number(json, "standard_error", number->error);
        json_flag(json, "settled", number->settled);
    }
    if (!probe->view.in_time && isfinite(number->total)) {
        column_total_unit(&probe->table, column, unit);
        json_number(json, "sum", number->total);
        json_text(json, "sum_unit", unit);
    }
    json_number(json, "peak", number->peak);
    json_number(json, "at", number->at);
    json_close(json);
}

static void put_probes(json *json, const report_run *run)
{
    json_list(json, "probes");
    for (int i = 0; i < run->probes; i++) {
        const report_probe *probe = &run->probe[i];
        json_object(json, NULL);
        json_text(json, "name", probe->name);
        json_integer(json, "rows", probe->table.rows);
        json_text(json, "over", probe->table.head[probe->view.x].name);
        json_list(json, "columns");
        for (int k = probe->view.x + 1; k < probe->table.columns; k++) {
            if (report_kind(probe, k) != PROBE_PLACE)
                put_column(json, probe, k);
        }
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

scree_status report_json(text_buffer *out, const report_run *run, scree_error *error)
{
    json json = {0};
    char hash[20];
    json_begin(&json);
    json_text(&json, "title", run->recorded.session.model.title);
    json_text(&json, "folder", run->folder);
    json_text(&json, "status", run->state);
    json_flag(&json, "at_work", run->at_work);
    json_number(&json, "time", run->reached);
    snprintf(hash, sizeof hash, "%016" PRIx64, run->hash);
    json_text(&json, "state_hash", run->no_hash.status ? NULL : hash);
    json_number(&json, "from", run->span.from); // null: the beginning
    json_number(&json, "to", run->span.to);
    json_list(&json, "stages");
    for (int64_t k = 0; k < report_stages(run); k++) {
        json_object(&json, NULL);
        json_text(&json, "name", report_stage_name(run, k));
        json_number(&json, "begins_at", report_stage_time(run, k));
        json_close(&json);
    }
    json_close(&json);
    put_checks(&json, run);
    json_list(&json, "unreadable");
    for (int i = 0; i < run->gaps; i++)
        json_text(&json, NULL, run->gap[i]);
    json_close(&json);
    put_probes(&json, run);
    json_close(&json);
    const bool good = !json.failed;
    if (good)
        text_append(out, json.text);
    json_clear(&json);
    return good && !out->failed ? SCREE_OK : fail_memory(error, "report");
}
