// shape_case.c - see shape_case.h.
#include "cli/shape_case.h"

#include "base/text.h"
#include "cli/commands.h"
#include "cli/shapes.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "console/letters.h"
#include "draw/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 100 };

// The number of the shape, -1 with words on what there is.
static int find(const session *s, const char *name, scree_error *error)
{
    const model *m = &s->m;
    text_buffer names = {0};
    const char **list = calloc((size_t)m->shapes + 1, sizeof *list);
    for (int i = 0; i < m->shapes; i++) {
        if (!strcmp(m->shape[i].name, name)) {
            free(list);
            text_buffer_clear(&names);
            return i;
        }
        if (list)
            list[i] = m->shape[i].name;
        text_append_format(&names, "%s%s", i ? ", " : "", m->shape[i].name);
    }
    const char *near = list ? text_closest(name, list, m->shapes, 3) : NULL;
    char hint[200];
    snprintf(hint, sizeof hint, near ? "did you mean '%.60s'?" : "there are: %.160s",
             near ? near : names.data);
    fail(error, SCREE_BAD_INPUT, s->path, m->shapes ? hint : "give it `shapes`",
         "there is no shape '%.60s'", name);
    free(list);
    text_buffer_clear(&names);
    return -1;
}

// A frame of this one grain as the case gives it.
static bool one_grain(const model *m, int shape, frame *f)
{
    const model_shape *s = &m->shape[shape];
    const bool balls = s->clump.balls && !s->core.vertices;
    const int count = balls ? s->clump.balls : 1;
    const int made_of = shape_material(m, shape);
    const q4 axes = s->clump.balls ? s->clump.axes : q4_identity();
    f->model = m;
    if (!frame_bodies_reserve(&f->body, count, true))
        return false;
    f->body.count = count;
    for (int i = 0; i < count; i++) {
        f->body.id[i] = i;
        f->body.body[i] = 0;
        f->body.position[i] = balls ? q4_rotate(axes, s->clump.at[i]) : v3_make(0, 0, 0);
        f->body.radius[i] = balls ? s->clump.radius[i] : s->radius.value;
        f->body.mass[i] = 1;
        f->body.velocity[i] = f->body.spin[i] = f->body.force[i] = f->body.torque[i] =
            v3_make(0, 0, 0);
        f->body.orientation[i] = axes;
        f->body.material[i] = made_of > 0 ? made_of : 0;
        f->body.set[i] = f->body.contacts[i] = 0;
        f->body.shape[i] = shape;
    }
    return true;
}

static scree_status draw(const model *m, int shape, const char *path, scree_error *error)
{
    frame f = {0};
    char words[SHAPE_WORDS];
    picture_options o = {
        .title = m->shape[shape].name, .colour = PICTURE_MATERIAL, .materials = m->materials};
    const char **names = calloc((size_t)m->materials + 1, sizeof *names);
    if (!names)
        return fail_memory(error, path);
    for (int i = 0; i < m->materials; i++)
        names[i] = m->material[i].name;
    o.material = names;
    if (m->dimensions == 2) {
        o.view = v3_make(0, 0, -1);
        o.up = v3_make(0, 1, 0);
    }
    shape_summary(m, shape, words);
    o.words = words;
    scree_status status = one_grain(m, shape, &f) ? SCREE_OK : fail_memory(error, path);
    if (!status)
        status = picture_write_png(path, &f, NULL, &o, error);
    if (!status)
        note_missing_letters();
    frame_clear(&f);
    free(names);
    return status;
}

// Nothing but rounding is 0.
static double rounded(double x, double size)
{
    return fabs(x) > 1e-12 * size ? x : 0;
}

static void print_text(const session *s, int shape, const char *picture)
{
    char text[SHAPE_WORDS];
    const model_shape *of = &s->m.shape[shape];
    shape_words(&s->m, shape, text);
    print_wrapped(stdout, text, 2, LINE_WIDTH);
    v3 c = of->clump.centre;
    double r = of->radius.value;
    printf("  %-20s(%.9g, %.9g, %.9g) m\n", "centre of mass", rounded(c.x, r), rounded(c.y, r),
           rounded(c.z, r));
    if (of->clump.balls) {
        q4 a = of->clump.axes;
        printf("  %-20s(%.9g, %.9g, %.9g, %.9g) as quaternion (w, x, y, z)\n", "principal axes",
               a.w, a.x, a.y, a.z);
    }
    if (of->core.vertices)
        printf("  %-20s%.9g m\n", "contact radius", of->core.contact_radius);
    if (picture)
        printf("  %-20s%s\n", "picture", picture);
}

static void print_json(const session *s, int shape)
{
    json j = {0};
    json_begin(&j);
    json_text(&j, "case", s->path);
    shape_json(&j, "shape", &s->m, shape);
    json_close(&j);
    printf("%s\n", j.failed ? "{}" : j.text);
    json_clear(&j);
}

int shape_of_case(const char *path, const char *name, const settings *set, bool as_json,
                  const char *picture)
{
    session s;
    scree_error error;
    int code = session_open(&s, path, set, as_json);
    if (code != ARGS_GO_ON)
        return code;
    int shape = find(&s, name, &error);
    code = EXIT_DONE;
    if (shape < 0)
        code = give_up(&error);
    else if (picture && draw(&s.m, shape, picture, &error))
        code = give_up(&error);
    else if (as_json)
        print_json(&s, shape);
    else
        print_text(&s, shape, picture);
    session_close(&s);
    return code;
}
