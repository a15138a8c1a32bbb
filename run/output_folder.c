// output_folder.c - the files that a run begins with, or goes on with: log, case, tables; see output.h.
#include "run/output.h"

#include "case/fingerprint.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// A log that has a second name, as in copies made of links, gets a copy of its own: what is added to a file is added
// under all of its names.
static scree_status part_log(const char *path, scree_error *error)
{
    struct stat status;
    const bool shared = !lstat(path, &status) && S_ISREG(status.st_mode) && status.st_nlink > 1;
    return shared ? file_copy(path, path, error) : SCREE_OK;
}

static scree_status open_log(output *output, scree_error *error)
{
    char *path;
    scree_status status = owned_path(&output->in->files, "log.txt", &path, error);
    if (!status)
        status = part_log(path, error);
    if (status) {
        free(path);
        return status;
    }
    int file =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    output->log = file >= 0 ? fdopen(file, "a") : NULL;
    if (!output->log)
        status = file_fault(error, path, "cannot write the file", errno);
    if (!output->log && file >= 0)
        close(file);
    free(path);
    return status;
}

// What the case itself is run with. A later stage may have a step of its own, and that of the case is not known any more.
static const step_choice *chosen_step(const output *output)
{
    return world_stage(output->world).number > 0 ? NULL : world_step_choice(output->world);
}

static scree_status write_case(output *output, const char *source_folder,
                               const case_families *families, scree_error *error)
{
    char *text = NULL;
    char *path;
    file_out out;
    scree_status status = owned_path(&output->in->files, "case.yaml", &path, error);
    const read_case given = {.model = output->root,
                             .chosen = chosen_step(output),
                             .folder = source_folder,
                             .families = families};
    if (!status)
        status = inputs_resolve(&given, &output->in->files, &text, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, text, strlen(text));
        status = file_out_commit(&out, error);
    }
    free(text);
    free(path);
    return status;
}

static void settle_in(output *output, run_folder *in)
{
    output->in = in;
    output->folder = in->path;
    output->frames.files = &in->files;
}

// `last` NAN: new tables.
static scree_status open_tables(output *output, double last, scree_error *error)
{
    scree_status status = probing_open(&output->probes, &output->in->files, last, error);
    if (!status)
        status = probing_listen(&output->probes, output->world, error);
    if (!status && output->frames_at.every > 0)
        status = effort_open(&output->effort, &output->in->files, last, error);
    return status;
}

// All but the case.yaml.
static scree_status begin_files(output *output, run_folder *in, const char *source_folder,
                                const case_families *families, scree_error *error)
{
    settle_in(output, in);
    scree_status status = case_fingerprint(output->root, chosen_step(output), source_folder,
                                           families, &output->fingerprint, error);
    if (!status)
        status = open_log(output, error);
    return status ? status : open_tables(output, NAN, error);
}

scree_status output_begin(output *output, run_folder *in, const char *source_folder,
                          const case_families *families, scree_error *error)
{
    settle_in(output, in);
    scree_status status = write_case(output, source_folder, families, error);
    return status ? status : begin_files(output, in, source_folder, families, error);
}

scree_status output_branch(output *output, run_folder *in, const char *source_folder,
                           const case_families *families, scree_error *error)
{
    return begin_files(output, in, source_folder, families, error);
}

scree_status output_root(output *output, const char *source_folder, const case_families *families,
                         scree_error *error)
{
    scree_status status = output_step(output, error);
    if (!status)
        status = output_save(output, SAVE_AUTO, error);
    return status ? status : write_case(output, source_folder, families, error);
}

// What was written after the state that a run goes on from: it is written again, or would be of another run.
static void forget_later(output *output)
{
    const int64_t step = world_steps(output->world);
    owned *files = &output->in->files;
    owned_sweep(files);
    if (owned_has(files, "summary.json"))
        owned_remove(files, "summary.json");
    frames_forget(&output->frames, beat_number(&output->frames_at, step));
    if (output->model->course.out_name)
        frames_forget_course(&output->frames, false, beat_number(&output->out_at, step));
    if (output->model->course.vtk_name)
        frames_forget_course(&output->frames, true, beat_number(&output->vtk_at, step));
}

scree_status output_continue(output *output, run_folder *in, const generation *from,
                             const case_families *families, scree_error *error)
{
    const double last = from ? world_time(output->world) : NAN;
    settle_in(output, in);
    if (from) {
        output->good = output->saved[from->series] = world_steps(output->world);
        output->good_time = last;
    }
    scree_status status = folder_adopt(in, error);
    if (!status && from)
        status = generation_adopt(&in->files, from, error);
    if (!status && !from) // sums without a state, of a save that was cut off
        for (int series = 0; series < SAVE_SERIES; series++)
            saving_remove(&in->files, series);
    if (!status)
        forget_later(output);
    if (!status && families)
        status = write_case(output, in->path, families, error);
    const case_families all = all_families();
    if (!status)
        status = case_fingerprint(output->root, chosen_step(output), in->path, &all,
                                  &output->fingerprint, error);
    if (!status)
        status = open_log(output, error);
    if (!status && from)
        status = frames_resume(&output->frames, last,
                               beat_number(&output->frames_at, world_steps(output->world)), error);
    return status ? status : open_tables(output, last, error);
}
