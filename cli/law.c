// law.c - `scree law NAME`: moves one contact along a path and shows what its laws answer, as a table and a picture.
//
// The laws are those of a pair of materials of a case; without one, an aluminium ball of 0.1 m on a rigid plane
// (Zhang 1998, chapter 6) with the named law and, where that is not a normal law, Hertz's beside it.
#include "cli/commands.h"
#include "cli/law_answers.h"
#include "cli/law_job.h"
#include "cli/law_path.h"
#include "cli/made.h"
#include "cli/target.h"
#include "console/args.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/letters.h"
#include "console/session.h"
#include "console/words.h"

#include "base/text.h"
#include "law/registry.h"
#include "draw/chart.h"
#include "store/file_out.h"
#include "store/table_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_ROOM = 512 };

// --- the path --------------------------------------------------------------------------------------------------------

enum { LEG = 200 };

// In, half out, deeper in, out; far laws go on beyond touch. For a law in the contact plane: in, then to and fro.
static bool own_path(const law_job *job, const law_set *set, law_path *way)
{
    double d = job->depth;
    double reach = set->far ? 1.2 * law_set_reach(set, job->radius) + 0.05 * d : 0.05 * d;
    double to[PATH_COLUMNS] = {0};
    way->has[PATH_OVERLAP] = true;
    if (job->in == LAW_NORMAL || job->in == LAW_COHESION) {
        const double overlap[] = {d, 0.6 * d, 1.5 * d, -reach};
        for (int i = 0; i < 4; i++) {
            to[PATH_OVERLAP] = overlap[i];
            if (!law_path_go(way, to, LEG))
                return false;
        }
        return true;
    }
    const int column = job->in == LAW_TANGENTIAL ? PATH_SLIP_X
                       : job->in == LAW_ROLLING  ? PATH_ROLL_X
                                                 : PATH_TWIST;
    const double size = job->in == LAW_TANGENTIAL ? 0.5 * d : 5e-3;
    const double turn[] = {0.4, -0.4, 0.7, 1, -1, 0};
    way->has[column] = true;
    to[PATH_OVERLAP] = d;
    if (!law_path_go(way, to, 1))
        return false;
    for (int i = 0; i < 6; i++) {
        to[column] = size * turn[i];
        if (!law_path_go(way, to, LEG))
            return false;
    }
    return true;
}

// --- pictures and tables ---------------------------------------------------------------------------------------------

// The curve of the law that is looked at, from the columns of the table.
static scree_status draw_curve(const law_job *job, const table_in *table, const char *png,
                               scree_error *error)
{
    static const struct {
        int x, y;     // columns
        double scale; // of x
        const char *x_name, *x_unit, *y_name, *y_unit;
    } axes[LAW_SLOTS] = {{0, 1, 1e6, "overlap", "µm", "push", "N"},
                         {0, 1, 1e6, "overlap", "µm", "net push", "N"},
                         {2, 4, 1e6, "slip", "µm", "resistance", "N"},
                         {6, 8, 1e3, "roll", "mrad", "resisting moment", "N m"},
                         {10, 11, 1e3, "twist", "mrad", "resisting moment", "N m"}};
    enum { WIDTH = 520, HEIGHT = 340 };
    char title[120];
    double *x = malloc(((size_t)table->rows + 1) * sizeof *x);
    double *y = malloc(((size_t)table->rows + 1) * sizeof *y);
    const double sign = job->in < LAW_TANGENTIAL ? 1 : -1;
    snprintf(title, sizeof title, "%s law: %s", law_slot_word(job->in), job->what->name);
    for (int64_t i = 0; x && y && i < table->rows; i++) {
        x[i] = axes[job->in].scale * table->value[i * table->columns + axes[job->in].x];
        y[i] = sign * table->value[i * table->columns + axes[job->in].y];
    }
    const chart_curve curve = {.x = x, .y = y, .count = table->rows};
    const chart chart = {.title = title,
                         .x_name = axes[job->in].x_name,
                         .x_unit = axes[job->in].x_unit,
                         .y_name = axes[job->in].y_name,
                         .y_unit = axes[job->in].y_unit,
                         .curve = &curve,
                         .curves = 1,
                         .width = WIDTH,
                         .height = HEIGHT};
    const scree_status status = x && y ? chart_write(png, &chart, error) : fail_memory(error, png);
    free(x);
    free(y);
    return status;
}

static int draw(const law_job *job, const char *csv, const char *png)
{
    scree_error error;
    table_in table;
    scree_status status = table_in_read(csv, &table, &error);
    if (!status) {
        status = draw_curve(job, &table, png, &error);
        table_in_clear(&table);
    }
    if (status) {
        fprintf(stderr, "the table is in %s\n", csv);
        return give_up(&error);
    }
    note_missing_letters();
    if (!job->as_json)
        fprintf(stderr, "%s\n", png);
    return EXIT_DONE;
}

static scree_status check_targets(const law_job *job, const char *csv, const char *png,
                                  scree_error *error)
{
    scree_status status = target_check(csv, ANSWERS_HEAD, error);
    return status ? status : target_picture(job->plot ? png : NULL, error);
}

// The table, as a file that is there as a whole or not at all; ARGS_GO_ON or an exit code.
static int write_table(const law_answers *answers, const char *csv)
{
    scree_error error;
    file_out out;
    if (file_out_open(&out, csv, &error))
        return give_up(&error);
    law_answers_put(answers, out.stream);
    return file_out_commit(&out, &error) ? give_up(&error) : ARGS_GO_ON;
}

static int tell(const law_job *job, const law_answers *answers, const char *const *file, int files)
{
    json line;
    char name[WORD_ROOM];
    made_begin(&line, NULL);
    made_files(&line, file, files);
    json_text(&line, "slot", law_slot_word(job->in));
    json_text(&line, "law", word_name(name, job->what->name));
    json_integer(&line, "rows", answers->rows);
    law_answers_tell(answers, files == 0, &line);
    return made_end(&line);
}

static int show_files(const law_job *job, const law_answers *answers)
{
    char csv[FILE_ROOM];
    char png[FILE_ROOM];
    const char *name = job->out ? job->out : job->what->name;
    snprintf(csv, sizeof csv, "%s.csv", name);
    snprintf(png, sizeof png, "%s.png", name);
    int code = write_table(answers, csv);
    if (code != ARGS_GO_ON)
        return code;
    if (!job->as_json)
        fprintf(stderr, "%s\n", csv);
    code = job->plot ? draw(job, csv, png) : EXIT_DONE;
    const char *const files[] = {csv, png};
    return code == EXIT_DONE && job->as_json ? tell(job, answers, files, 1 + job->plot) : code;
}

// Before anything is computed.
static int check_files(const law_job *job)
{
    char csv[FILE_ROOM];
    char png[FILE_ROOM];
    scree_error error;
    const char *name = job->out ? job->out : job->what->name;
    if (!job->plot && !job->out)
        return ARGS_GO_ON;
    if (strlen(name) + sizeof ".csv" > sizeof csv)
        return args_fail("law", "give a shorter --out", "the name of the table is too long");
    snprintf(csv, sizeof csv, "%s.csv", name);
    snprintf(png, sizeof png, "%s.png", name);
    return check_targets(job, csv, png, &error) ? give_up(&error) : ARGS_GO_ON;
}

static int show_answers(const law_job *job, const law_answers *answers)
{
    if (job->plot || job->out)
        return show_files(job, answers);
    if (job->as_json)
        return tell(job, answers, NULL, 0);
    law_answers_put(answers, stdout);
    return EXIT_DONE;
}

static int show(const law_job *job, const law_set *set, double density)
{
    law_path way = {0};
    law_answers answers = {0};
    scree_error error;
    if (job->path && law_path_read(&way, job->path, &error))
        return give_up(&error);
    if (!job->path && !own_path(job, set, &way))
        return give_up((fail_memory(&error, "law"), &error));
    int code = check_files(job);
    if (code == ARGS_GO_ON)
        code = law_answers_find(job, set, density, &way, &answers);
    if (code == ARGS_GO_ON)
        code = show_answers(job, &answers);
    law_answers_clear(&answers);
    law_path_clear(&way);
    if (fflush(stdout) || ferror(stdout))
        return args_fail("law", "make room on the disk", "the table could not be written");
    return code;
}

// As of grains, so that areas and masses are numbers.
static int check_radius(double radius)
{
    const double smallest = 1e-15; // m
    const double largest = 1e9;
    if (radius == 0)
        return args_fail("law", "leave it out for 0.1 m", "--radius 0 leaves no contact");
    if (radius >= smallest && radius <= largest)
        return ARGS_GO_ON;
    return args_fail("law", "leave it out for 0.1 m", "--radius %g is outside of %g to %g m",
                     radius, smallest, largest);
}

int law_main(int argc, char **argv)
{
    law_job job = {.radius = 0.1};
    const option options[] = {
        {"slot", OPTION_TEXT, &job.slot, 0, "SLOT",
         "normal, cohesion, tangential, rolling or twisting, where more than one has a law of that "
         "name; default: the "
         "first"},
        {"path", OPTION_TEXT, &job.path, 0, "FILE",
         "CSV with the columns to go through: overlap [m] or push [N], slip_x [m] or drag [N], "
         "slip_y [m], roll_x "
         "[rad], roll_y [rad], twist [rad], time [s]; default: in and out, to and fro"},
        {"case", OPTION_TEXT, &job.file, 0, "CASE", "take materials and laws from a case"},
        {"pair", OPTION_TEXT, &job.pair, 0, "A-B", "which materials of it meet"},
        OPTION_CONFINE(job.set),
        {"set", OPTION_SETTING, &job.set, 0, "KEY=VALUE",
         "change the case, e.g. pairs.ball-plane.normal.restitution=0.7"},
        {"radius", OPTION_REAL, &job.radius, 0, "R", "effective radius, m; default 0.1"},
        {"depth", OPTION_REAL, &job.depth, 0, "D", "overlap of the path, m; default 1e-4 R"},
        {"speed", OPTION_REAL, &job.speed, 0, "V",
         "speed along the path for laws with dashpots, m/s; default: so slow that they do nothing, "
         "or 0.01 for a drag "
         "without a spring"},
        {"out", OPTION_TEXT, &job.out, 0, "NAME", "writes NAME.csv; default: to the terminal"},
        {"plot", OPTION_FLAG, &job.plot, 0, NULL, "draws NAME.png as well"},
        OPTION_JSON(job.as_json),
    };
    const syntax syntax = {
        "law",
        "NAME",
        "Moves one contact along a path and shows what its laws answer (forces and "
        "moments on the second body).",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    const char *operand[OPERANDS_MOST];
    int operands;
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    job.name = operand[0];
    if (!(job.depth > 0))
        job.depth = 1e-4 * job.radius;
    code = check_radius(job.radius);
    if (code == ARGS_GO_ON)
        code = find_law(&job);
    session from = {0};
    law_set set;
    if (code == ARGS_GO_ON)
        code =
            job.file ? session_open(&from, job.file, &job.set, true) : read_own(&job, &from.model);
    if (code == ARGS_GO_ON) {
        code = mix_pair(&job, &from.model, &set);
        // a drag without a spring shows nothing on a path that takes for ever
        if (code == ARGS_GO_ON && !(job.speed > 0) && job.in >= LAW_TANGENTIAL &&
            !set.history[job.in])
            job.speed = 0.01;
        if (code == ARGS_GO_ON)
            code = show(&job, &set, from.model.material[set.a].density);
        if (job.file)
            session_close(&from);
        else
            model_clear(&from.model);
    }
    settings_clear(&job.set);
    return code;
}
