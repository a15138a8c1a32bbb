// assets.c - see assets.h.
#include "view/assets.h"

#include "base/text.h"
#include "console/program_folder.h"
#include "store/file_in.h"

#include <stdlib.h>
#include <unistd.h>

static char *load(const char *folder, const char *place, const char *name, size_t *size)
{
    char *text = NULL;
    char *path = text_format("%s%s/%s", folder, place, name);
    if (path && !access(path, R_OK))
        file_in_load(path, &text, size, NULL);
    free(path);
    return text;
}

scree_status view_assets_find(view_assets *assets, scree_error *error)
{
    static const char *const places[] = {"assets", SCREE_SHARE_FROM_BIN "/assets"};
    char *folder = program_folder();
    *assets = (view_assets){0};
    for (int k = 0; folder && k < 2; k++) {
        assets->script = load(folder, places[k], "view.js", &assets->script_size);
        assets->style = load(folder, places[k], "view.css", &assets->style_size);
        if (assets->script && assets->style)
            break;
        view_assets_clear(assets);
    }
    const bool found = assets->script != NULL;
    if (!found)
        fail(error, SCREE_BAD_INPUT, "assets/view.js",
             "make assets puts it together, once; it needs npm. Where Scree was installed: install "
             "it again after that",
             "the page of the view is not beside the program%s%s", folder ? ", in " : "",
             folder ? folder : "");
    free(folder);
    return found ? SCREE_OK : SCREE_BAD_INPUT;
}

void view_assets_clear(view_assets *assets)
{
    free(assets->script);
    free(assets->style);
    *assets = (view_assets){0};
}
