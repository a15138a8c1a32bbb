// report_assets.c - see report_assets.h.
#include "cli/report_assets.h"

#include "base/text.h"
#include "console/program_folder.h"
#include "store/file_in.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The text of a file; NULL where there is none, or where it would end the tag that it stands in.
static char *load(const char *folder, const char *place, const char *name)
{
    char *text = NULL;
    size_t size;
    char *path = text_format("%s%s/%s", folder, place, name);
    const bool there = path && !access(path, R_OK) && !file_in_load(path, &text, &size, NULL);
    free(path);
    if (there && !strstr(text, "]]>") && !strstr(text, "</"))
        return text;
    free(text);
    return NULL;
}

void report_assets_find(report_assets *assets)
{
    static const char *const places[] = {"assets", SCREE_SHARE_FROM_BIN "/assets"};
    char *folder = program_folder();
    *assets = (report_assets){0};
    for (int k = 0; folder && k < 2; k++) {
        assets->script = load(folder, places[k], "report.js");
        assets->style = load(folder, places[k], "report.css");
        if (assets->script && assets->style)
            break;
        report_assets_clear(assets);
    }
    free(folder);
}

void report_assets_clear(report_assets *assets)
{
    free(assets->script);
    free(assets->style);
    *assets = (report_assets){0};
}
