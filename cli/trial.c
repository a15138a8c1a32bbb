// trial.c - see trial.h. The trial is a case of its own, made from the resolved case by settings: the same materials,
// laws and shapes, without walls, gravity and all else, and for each stream a lattice of its grains that nearly touch.
#include "cli/trial.h"

#include "base/text.h"
#include "scene/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRAINS_MOST = 20000, SETTINGS_MOST = 16 };
static const double apart = 0.999; // of the largest diameter

// Of the ball around the largest grain.
static double largest_radius(const model *model, int stream)
{
    const spread *radius = &model_shape_of(model, model->grain_sets + stream)->radius;
    return radius->kind == SPREAD_FIXED ? radius->value : radius->to;
}

// One set of the trial, in a layer of its own along z, of which `*top` is the height so far.
static void put_set(text_buffer *text, const model *model, int stream, double count, double *top,
                    double *width)
{
    const model_stream *is = &model->stream[stream];
    const double spacing = apart * 2 * largest_radius(model, stream);
    const bool flat = model->dimensions == 2;
    const int side = (int)ceil(flat ? sqrt(count) : cbrt(count));
    const int high = flat ? 1 : side;
    text_append_format(
        text,
        "%s{name: t%d, shape: %s, material: %s, packing: {law: lattice, spacing: "
        "[%.17g m, %.17g m, %.17g m], counts: [%d, %d, %d], origin: [%.17g m, %.17g m, "
        "%.17g m]}}",
        stream ? ", " : "[", stream, model->shape[is->shape].name,
        model->material[is->material].name, spacing, spacing, spacing, side, side, high, spacing,
        flat ? *top + spacing : spacing, flat ? 0 : *top + spacing);
    *top += (side + 1) * spacing;
    *width = fmax(*width, (side + 1) * spacing);
}

static char *sets_of(const model *model, double count, double end, double *top, double *width)
{
    text_buffer text = {0};
    double all = 0;
    *top = 0;
    *width = 0;
    for (int i = 0; i < model->streams; i++)
        all += stream_expected(model, i, end);
    for (int i = 0; i < model->streams; i++) {
        const double share = all > 0 ? stream_expected(model, i, end) / all : 0;
        put_set(&text, model, i, fmax(1, share * fmin(count, GRAINS_MOST)), top, width);
    }
    text_append(&text, "]");
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}

static void make_world(const session *session, const char *text, const case_override *set, int sets,
                       int threads, trial *out)
{
    fault_list faults = {0};
    fault_list notes = {0};
    scree_error error;
    const case_context context = {&session->families, set, sets};
    const case_source source = {text, strlen(text), session->path};
    out->open = !case_parse(&source, &context, &out->model, &faults, &notes);
    if (out->open &&
        world_create(&out->model, &(world_options){.threads = threads}, &out->world, &error))
        out->world = NULL;
    fault_list_clear(&faults);
    fault_list_clear(&notes);
}

void trial_make(const session *session, const world *like, double count, int threads, trial *out)
{
    const model *model = &session->model;
    double top;
    double width;
    *out = (trial){0};
    if (model->streams == 0 || !(count >= 1))
        return;
    const double end = world_dt(like) * (double)world_last_step(like);
    char *resolved = case_resolved(model, &session->families);
    char *sets = sets_of(model, count, end, &top, &width);
    const bool flat = model->dimensions == 2;
    char *domain = flat ? text_format("{low: [%.17g m, %.17g m], high: [%.17g m, %.17g m]}", -width,
                                      -width, 2 * width, top + width)
                        : text_format("{low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, %.17g m, "
                                      "%.17g m]}",
                                      -width, -width, -width, 2 * width, 2 * width, top + width);
    char *step = text_format(
        "{duration: 1 s, step: %.17g s, deepest_overlap: none, on_loss: remove}", world_dt(like));
    const case_override set[] = {{"domain", domain}, {"grains", sets}, {"run", step},
                                 {"gravity", "0"},   {"walls", "{}"},  {"streams", "{}"},
                                 {"removals", "{}"}, {"probes", "{}"}, {"stages", "[]"},
                                 {"output", "{}"}};
    if (resolved && sets && domain && step)
        make_world(session, resolved, set, (int)(sizeof set / sizeof *set), threads, out);
    free(resolved);
    free(sets);
    free(domain);
    free(step);
}

void trial_clear(trial *trial)
{
    if (trial->world)
        world_destroy(trial->world);
    if (trial->open)
        model_clear(&trial->model);
    *trial = (struct trial){0};
}
