// report_frame.c - see report_frame.h.
#include "cli/report_frame.h"

#include "cli/html.h"
#include "cli/target.h"
#include "console/called.h"
#include "run/folder.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <stdlib.h>

// Nothing may be fetched: whatever came into the page, a browser would refuse.
static const char policy[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\" />\n";

static void put_style(text_buffer *out, const char *style)
{
    text_append(out, "<style>/*<![CDATA[*/\n");
    text_append(out, style);
    text_append(out, "/*]]>*/</style>\n");
}

void report_frame_begin(text_buffer *out, const char *title, const char *style)
{
    text_append(out,
                REPORT_BEGIN "\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                             "<meta charset=\"utf-8\" />\n");
    text_append(out, policy);
    text_append(
        out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<title>");
    html_text(out, title);
    text_append(out, " - report</title>\n");
    put_style(out, report_texts[0].text);
    if (style)
        put_style(out, style);
    text_append(out, "</head>\n<body>\n");
}

void report_frame_parts(text_buffer *out, const report_part *part)
{
    text_append(out, "</header>\n<nav aria-label=\"Contents\"><ul>");
    for (; part->id; part++)
        text_append_format(out, "<li><a href=\"#%s\">%s</a></li>", part->id, part->words);
    text_append(out, "</ul></nav>\n<main>\n");
}

void report_frame_end(text_buffer *out, const char *data, const char *script)
{
    text_append(out, "</main>\n");
    if (data) {
        text_append(out, "<script type=\"application/json\" id=\"plot-data\">");
        html_json(out, data);
        text_append(out, "</script>\n");
    }
    if (script) {
        text_append(out, "<script>//<![CDATA[\n");
        text_append(out, script);
        text_append(out, "//]]></script>\n");
    }
    text_append(out, "</body>\n</html>\n");
}

void report_frame_command(text_buffer *out, const char *command)
{
    char *text = called_text(command);
    html_text(out, text ? text : command);
    text_append(out, "\n");
    free(text);
}

bool report_frame_file(text_buffer *out, const char *folder, const char *name, const char *words)
{
    char *text = NULL;
    size_t size;
    char *path = folder_path(folder, name);
    const bool there = path && !file_in_load(path, &text, &size, NULL);
    free(path);
    if (there) {
        text_append(out, "<details><summary>");
        html_text(out, words);
        text_append(out, "</summary><pre>");
        html_text(out, text);
        text_append(out, "</pre></details>\n");
    }
    free(text);
    return there;
}

scree_status report_frame_check(const char *path, scree_error *error)
{
    scree_status status = target_check(path, REPORT_BEGIN, error);
    if (!status)
        status = target_is_free(path, error);
    return status ? status : target_ends(path, ".html", "an HTML page", error);
}

scree_status report_frame_write(const text_buffer *page, const char *path, scree_error *error)
{
    file_out out;
    if (page->failed)
        return fail_memory(error, path);
    const scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_write(&out, page->data, page->length);
    return file_out_commit(&out, error);
}
