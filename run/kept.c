// kept.c - see kept.h.
#include "run/kept.h"

#include "base/hash.h"
#include "store/number.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char seal[] = "check sum "; // no name of a probe and a count

enum { LINE_ROOM = 300 };

// ---- writing

static void put(kept_out *out, const char *line)
{
    out->sum = hash_of(line, strlen(line), out->sum);
    file_out_printf(&out->file, "%s\n", line);
}

void kept_line(kept_out *out, const char *format, ...)
{
    char line[LINE_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(out, line);
}

void kept_numbers(kept_out *out, const double *value, int64_t count)
{
    char text[NUMBER_ROOM];
    for (int64_t i = 0; i < count; i++) {
        number_text(text, value[i]);
        put(out, text);
    }
}

scree_status kept_open(kept_out *out, const char *path, const char *head, int64_t step,
                       scree_error *error)
{
    out->sum = 0;
    scree_status status = file_out_open(&out->file, path, error);
    if (status)
        return status;
    if (head)
        put(out, head);
    kept_line(out, "step %" PRId64, step);
    return SCREE_OK;
}

scree_status kept_commit(kept_out *out, scree_error *error)
{
    file_out_printf(&out->file, "%s%016" PRIx64 "\n", seal, out->sum);
    return file_out_commit_keeping(&out->file, error);
}

void kept_abort(kept_out *out)
{
    file_out_abort(&out->file);
}

// ---- reading

void kept_complain(kept_in *in, int64_t line, const char *format, ...)
{
    va_list args;
    if (in->fault->line > 0)
        return;
    in->fault->line = line > 0 ? line : 1;
    va_start(args, format);
    vsnprintf(in->fault->what, sizeof in->fault->what, format, args);
    va_end(args);
}

static void check_seal(kept_in *in, const char *line)
{
    char own[LINE_ROOM];
    snprintf(own, sizeof own, "%s%016" PRIx64, seal, in->sum);
    in->sealed = true;
    if (strcmp(own, line) != 0)
        kept_complain(in, in->line, "the lines before are not those that were written");
    else if (*in->at)
        kept_complain(in, in->line, "something stands behind the last line");
}

char *kept_next(kept_in *in)
{
    if (!*in->at || in->sealed || in->fault->line > 0)
        return NULL;
    char *line = in->at;
    char *end = strchr(line, '\n');
    in->line++;
    if (!end) {
        kept_complain(in, in->line, "the file ends in the middle of this line");
        return NULL;
    }
    *end = 0;
    in->at = end + 1;
    if (!strncmp(line, seal, sizeof seal - 1)) {
        check_seal(in, line);
        return NULL;
    }
    in->sum = hash_of(line, (size_t)(end - line), in->sum);
    return line;
}

static bool read_step(const char *line, char until, int64_t *step)
{
    char *end;
    if (strncmp(line, "step ", 5) != 0)
        return false;
    *step = strtoll(line + 5, &end, 10);
    return end != line + 5 && *end == until;
}

bool kept_step(const char *text, int64_t *step)
{
    const char *second = strchr(text, '\n');
    return read_step(text, '\n', step) || (second && read_step(second + 1, '\n', step));
}

bool kept_begin(kept_in *in, char *text, const char *head, kept_fault *fault)
{
    *in = (kept_in){.at = text, .fault = fault};
    int64_t step;
    const char *line = head ? kept_next(in) : NULL;
    if (head && (!line || strcmp(line, head) != 0)) {
        kept_complain(in, in->line, "the file should begin with '%s'", head);
        return false;
    }
    line = kept_next(in);
    if (!line || !read_step(line, 0, &step))
        kept_complain(in, in->line, "the step that the file belongs to does not stand here");
    return fault->line == 0;
}

bool kept_read_numbers(kept_in *in, double *value, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const char *line = kept_next(in);
        char *end = NULL;
        if (!line) {
            in->line += !in->sealed;
            kept_complain(in, in->line, "a number is missing");
            return false;
        }
        value[i] = strtod(line, &end); // reads nan and inf as well
        if (end == line || *end) {
            kept_complain(in, in->line, "no number stands here");
            return false;
        }
    }
    return true;
}

bool kept_end(kept_in *in)
{
    const bool more = *in->at && !in->sealed;
    if (more && kept_next(in))
        kept_complain(in, in->line, "more stands here than was to be kept");
    return in->fault->line == 0;
}
