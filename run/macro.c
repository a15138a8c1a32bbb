// macro.c - see macro.h. The text is run/macro/frames.py; what the case says of directions stands above it.
#include "run/macro.h"

#include "base/vec.h"
#include "draw/picture_parts.h"
#include "store/file_out.h"

#include <stdlib.h>

typedef struct directions {
    v3 up, looking;
} directions;

// From the front and a little from above and aside; in the plane along -z.
static directions directions_of(const model *model)
{
    const v3 gravity = model->gravity;
    const bool falls = v3_norm(gravity) > 0;
    if (model->dimensions == 2)
        return (directions){{0, 1, 0}, {0, 0, -1}};
    directions out = {.up = {0, 0, 1}};
    if (falls)
        out.up = v3_scale(-1, v3_unit(gravity));
    const v3 aside = v3_perpendicular(out.up);
    const v3 ahead = v3_cross(out.up, aside);
    out.looking = v3_fma(v3_scale(0.8, ahead), 0.4, aside);
    out.looking = v3_fma(out.looking, -0.4, out.up);
    return out;
}

static void put_direction(file_out *out, const char *name, v3 is)
{
    file_out_printf(out, "%s = (%.6g, %.6g, %.6g)\n", name, is.x + 0.0, is.y + 0.0, is.z + 0.0);
}

// As Python reads it: what is no plain letter as its code.
static void put_text(file_out *out, const char *text)
{
    file_out_printf(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            file_out_printf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            file_out_printf(out, "\\x%02x", *text);
        else
            file_out_printf(out, "%c", *text);
    }
    file_out_printf(out, "\"");
}

// Which entries have no grains with corners, by their numbers in the frames; None where all are so.
static void put_spheres(file_out *out, const model *model)
{
    const int sets = model->grain_sets + model->streams;
    bool all = true;
    for (int set = 0; set < sets; set++)
        all = all && model_shape_of(model, set)->core.vertices == 0;
    if (all) {
        file_out_printf(out, "spheres = None\n");
        return;
    }
    file_out_printf(out, "spheres = [");
    for (int set = 0; set < sets; set++)
        if (model_shape_of(model, set)->core.vertices == 0)
            file_out_printf(out, "%d, ", set);
    file_out_printf(out, "]\n");
}

// The names of several sets, and the colours that our pictures give them; None where there is one alone.
static void put_sets(file_out *out, const model *model)
{
    const int sets = model_sets(model);
    if (sets < 2) {
        file_out_printf(out, "sets = None\n");
        return;
    }
    const struct model *of = model;
    if (model->grain_sets + model->streams < sets)
        of = model->stage[model->stages - 1].model;
    file_out_printf(out, "sets = [");
    for (int set = 0; set < sets; set++) {
        const rgb colour = picture_kind(set);
        file_out_printf(out, "(");
        put_text(out, model_set_name(of, set));
        file_out_printf(out, ", (%.2f, %.2f, %.2f)), ", colour.r, colour.g, colour.b);
    }
    file_out_printf(out, "]\n");
}

static scree_status write_to(const char *path, const model *model, scree_error *error)
{
    const directions is = directions_of(model);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "# In a terminal: pvpython -i " MACRO_NAME "\n"
                          "# In ParaView: Macros, Import new macro, with the folder of the run as "
                          "that where ParaView was started.\n"
                          "import os\n\n"
                          "folder = os.path.dirname(os.path.abspath(__file__)) if \"__file__\" in "
                          "globals() else os.getcwd()\n");
    put_direction(&out, "up", is.up);
    put_direction(&out, "looking", is.looking);
    put_spheres(&out, model);
    put_sets(&out, model);
    file_out_printf(&out, "flat = %s\n\n", model->dimensions == 2 ? "True" : "False");
    file_out_printf(&out, "%s", macro_texts[0].text);
    return file_out_commit(&out, error);
}

scree_status macro_write(owned *files, const model *model, scree_error *error)
{
    char *path;
    scree_status status = owned_path(files, MACRO_NAME, &path, error);
    if (!status)
        status = write_to(path, model, error);
    free(path);
    return status;
}
