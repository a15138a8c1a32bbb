// check_columns.c - what is asked of a column of an image whatever it holds: type, width, rows, numbers in their range.
#include "world/check_image.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char other_case[] = "resume with the case and the version that made the snapshot";
static const char damaged[] = "use another copy of the snapshot";

scree_status check_fault(const image_check *check, const image_column *column, int64_t row,
                         const char *what, ...)
{
    char where[100];
    char text[300];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    snprintf(where, sizeof where, "%s, row %" PRId64, column->name, row);
    return fail(check->error, SCREE_BAD_INPUT, where, damaged, "%s", text);
}

const image_column *check_column_of(const image *im, const char *name)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, name))
            return &im->column[i];
    }
    return NULL;
}

scree_status check_need(const image_check *check, const char *name, image_type type, int width,
                        int64_t rows, const image_column **out)
{
    static const char *const types[] = {"reals", "whole numbers", "bytes"};
    const image_column *is = check_column_of(check->im, name);
    *out = is;
    if (!is) {
        return fail(check->error, SCREE_BAD_INPUT, name, other_case,
                    "the snapshot lacks this column");
    }
    if (is->type != type) {
        return fail(check->error, SCREE_BAD_INPUT, name, other_case,
                    "the column holds %s instead of %s", types[is->type], types[type]);
    }
    if (is->width != width) {
        return fail(check->error, SCREE_BAD_INPUT, name, other_case,
                    "the column has %d numbers in a row, not %d", is->width, width);
    }
    if (rows >= 0 && is->rows != rows) {
        return fail(check->error, SCREE_BAD_INPUT, name, other_case,
                    "the column has %" PRId64 " rows, and the case asks for %" PRId64, is->rows,
                    rows);
    }
    return SCREE_OK;
}

scree_status check_finite(const image_check *check, const image_column *column)
{
    const double largest = WORLD_NUMBER_MOST;
    const double *value = column->data;
    for (int64_t i = 0; i < column->rows; i++) {
        for (int k = 0; k < column->width; k++) {
            double x = value[i * column->width + k];
            if (!isfinite(x)) {
                return check_fault(check, column, i, "number %d is %g, which is no finite number",
                                   k, x);
            }
            if (fabs(x) > largest)
                return check_fault(check, column, i, "number %d is %g, which is too large", k, x);
        }
    }
    return SCREE_OK;
}

scree_status check_range(const image_check *check, const image_column *column, int64_t low,
                         int64_t high)
{
    const int64_t *value = column->data;
    for (int64_t i = 0; i < column->rows; i++) {
        for (int k = 0; k < column->width; k++) {
            int64_t x = value[i * column->width + k];
            if (x < low || x > high) {
                return check_fault(check, column, i,
                                   "number %d is %" PRId64 ", not from %" PRId64 " to %" PRId64, k,
                                   x, low, high);
            }
        }
    }
    return SCREE_OK;
}

scree_status check_turns(const image_check *check, const image_column *column, int first)
{
    for (int64_t i = 0; i < column->rows; i++) {
        const double *turn = image_reals(column) + i * column->width + first;
        const double w = turn[0];
        const double x = turn[1];
        const double y = turn[2];
        const double z = turn[3];
        const double length2 = (w * w + x * x) + (y * y + z * z);
        if (!(fabs(length2 - 1) < 0.01)) {
            return check_fault(check, column, i, "[%g, %g, %g, %g] is no unit quaternion", w, x, y,
                               z);
        }
    }
    return SCREE_OK;
}
