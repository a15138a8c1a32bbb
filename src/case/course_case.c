// course_case.c - a .par file of the course format, written as the text of a case; see course.c.
#include "case/course_par.h"

#include "case/case.h"
#include "base/text.h"
#include "case/quantity.h"

#include <stdio.h>
#include <string.h>

static void quoted(text_buffer *buffer, const char *key, const char *text)
{
    text_append_format(buffer, "%s\"", key);
    for (const char *sign = text; *sign; sign++) {
        if (*sign == '"' || *sign == '\\')
            text_append(buffer, "\\");
        text_append_slice(buffer, sign, 1);
    }
    text_append(buffer, "\"\n");
}

static void value(text_buffer *buffer, const char *before, double x, const char *si)
{
    char text[100];
    quantity_print(x, si, text, sizeof text);
    text_append_format(buffer, "%s%s", before, text);
}

static void vector(text_buffer *text, const char *before, const double *x, int stride,
                   const char *si)
{
    text_append(text, before);
    for (int i = 0; i < 3; i++)
        value(text, i ? ", " : "[", x[i * stride], si);
    text_append(text, "]\n");
}

// The name of the file without folder and ending.
static void put_title(const par *par, text_buffer *buffer)
{
    char name[200];
    const char *slash = strrchr(par->path, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : par->path);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = 0;
    quoted(buffer, "title: ", name);
}

void course_write_case(const par *par, double largest, text_buffer *text)
{
    const double *x = par->number;
    bool wall = false;
    text_append(text, "scree: 1\n");
    put_title(par, text);
    vector(text, "gravity: ", &x[G_X], 1, "m/s^2");
    text_append(text,
                "materials:\n  course: {density: 1 kg/m^3}\n"); // every grain brings its own mass
    value(text, "pairs:\n  default:\n    normal: {law: linear, stiffness: ", x[K_S], "N/m");
    value(text, ", damping: ", x[K_DN], "N s/m");
    value(text, ", tension: true}\n    tangential: {law: viscous-coulomb, damping: ", x[K_DT],
          "N s/m");
    value(text, ", friction: ", x[K_F], "1");
    text_append(text, "}\n    rolling: {law: none}\n");
    vector(text, "domain:\n  low: ", &x[X_MIN], 2, "m");
    vector(text, "  high: ", &x[X_MAX], 2, "m");
    text_append(text, "  boundary: {");
    for (int axis = 0; axis < 3; axis++) {
        bool reflects = x[REFLECT_X + axis] != 0;
        wall = wall || reflects;
        text_append_format(text, "%s%c: %s", axis ? ", " : "", "xyz"[axis],
                           reflects ? "wall" : "periodic");
    }
    text_append_format(text, "}\n%s", wall ? "  material: course\n" : "");
    value(text, "shapes:\n  ball: {ball: {radius: ", largest,
          "m"); // as the largest grain; each has its own
    text_append(text, "}}\ngrains:\n  - name: grains\n    shape: ball\n    material: course\n    "
                      "packing:\n      law: course\n");
    quoted(text, "      file: ", par->text[PART_FILE]);
    value(text, "run:\n  duration: ", x[TIME_END], "s");
    value(text, "\n  step: ", x[DT], "s");
    text_append(text, "\n  orientation: true\n  deepest_overlap: none\ncourse:\n");
    if (par->text[OUT_NAME])
        quoted(text, "  out_name: ", par->text[OUT_NAME]);
    if (par->text[VTK_NAME])
        quoted(text, "  vtk_name: ", par->text[VTK_NAME]);
    text_append_format(text, "  out_every: %.0f\n  vtk_every: %.0f\n", x[OUT_FREQ], x[VTK_FREQ]);
}
