// report_log.c - see report_log.h. The lines are those of run/output_log.c and of the commands that begin runs.
#include "cli/report_log.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

// "2026-11-22 14:03:59  words": digits where they belong, and two blanks.
const char *report_log_words(const char *line)
{
    static const char form[] = "0000-00-00 00:00:00  ";
    for (const char *c = form; *c; c++) {
        const char sign = line[c - form];
        const bool good = *c == '0' ? sign >= '0' && sign <= '9' : sign == *c;
        if (!good)
            return line;
    }
    return line + sizeof form - 1;
}

const char *report_log_warning(const char *line)
{
    static const char head[] = "warning: ";
    const char *words = report_log_words(line);
    return begins(words, head) ? words + sizeof head - 1 : NULL;
}

bool report_log_is_origin(const char *line)
{
    const char *words = report_log_words(line);
    return begins(words, "scree ") || begins(words, "goes on from ") || begins(words, "set ");
}

// The number behind the last "t = " of the line; NAN: there is none.
static double time_in(const char *words)
{
    static const char head[] = "t = ";
    double time = NAN;
    for (const char *at = words; (at = strstr(at, head)); at++) {
        if (!text_number(at + sizeof head - 1, &time, NULL))
            time = NAN;
    }
    return time;
}

static bool add_line(report_log *log, int64_t *room, const char *text, size_t length)
{
    if (!MEM_GROW(log->line, *room, log->lines + 1))
        return false;
    log->line[log->lines] = text_slice(text, length);
    if (!log->line[log->lines])
        return false;
    log->lines++;
    return true;
}

// "stage NAME (2 of 3) since step 19700, t = 0.648 s"; told again after each interruption.
static bool note_stage(report_log *log, int64_t *room, const char *words)
{
    static const char head[] = "stage ";
    const char *since = strstr(words, ") since step ");
    if (!begins(words, head) || !since)
        return true;
    const char *end = since;
    while (end > words && *end != '(')
        end--;
    if (end <= words + sizeof head)
        return true;
    char *name = text_slice(words + sizeof head - 1, (size_t)(end - 1 - (words + sizeof head - 1)));
    if (!name || !MEM_GROW(log->stage, *room, log->stages + 1)) {
        free(name);
        return false;
    }
    if (log->stages > 0 && !strcmp(log->stage[log->stages - 1].name, name)) {
        free(name);
        return true;
    }
    log->stage[log->stages++] = (log_stage){name, time_in(words)};
    return true;
}

static void note_time(report_log *log, const char *words)
{
    const bool tells = begins(words, "snapshot at ") || begins(words, "autosave at ") ||
                       strstr(words, " after ") != NULL;
    const double time = tells ? time_in(words) : NAN;
    if (isfinite(time))
        log->reached = time;
}

static bool take_lines(report_log *log, const char *text)
{
    int64_t room = 0;
    int64_t stage_room = 0;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (!add_line(log, &room, text, length))
            return false;
        const char *words = report_log_words(log->line[log->lines - 1]);
        note_time(log, words);
        if (!note_stage(log, &stage_room, words))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

scree_status report_log_read(report_log *log, const char *folder, scree_error *error)
{
    char *text = NULL;
    size_t size;
    *log = (report_log){.reached = NAN};
    char *path = folder_path(folder, "log.txt");
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!access(path, F_OK))
        status = file_in_load(path, &text, &size, error);
    free(path);
    if (!status && text && !take_lines(log, text))
        status = fail_memory(error, folder);
    free(text);
    return status;
}

void report_log_clear(report_log *log)
{
    for (int64_t i = 0; i < log->lines; i++)
        free(log->line[i]);
    for (int64_t i = 0; i < log->stages; i++)
        free(log->stage[i].name);
    free(log->line);
    free(log->stage);
    *log = (report_log){.reached = NAN};
}
