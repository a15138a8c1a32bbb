// rows.c - what a benchmark of several rows prints with --json: one object, with all rows in a list.
#include "bench/bench.h"

#include <stdio.h>

void bench_row(const bench_options *options, json *row)
{
    bench_rows *rows = options->rows;
    text_append(&rows->text, rows->count > 0 ? ", " : "");
    text_append(&rows->text, row->text ? row->text : "{}");
    rows->text.failed = rows->text.failed || row->failed;
    rows->count++;
    json_clear(row);
}

int bench_rows_print(bench_rows *rows, const char *benchmark, int code)
{
    scree_error error;
    if (code == EXIT_DONE && rows->text.failed)
        code = give_up((fail_memory(&error, "bench"), &error));
    else if (code == EXIT_DONE && rows->count == 1)
        printf("%s\n", rows->text.data);
    else if (code == EXIT_DONE && rows->count > 1)
        printf("{\"benchmark\": \"%s\", \"rows\": [%s]}\n", benchmark, rows->text.data);
    text_buffer_clear(&rows->text);
    return code;
}
