// law.c - `scree law NAME`: moves one contact along a path and shows what its laws answer, as a table and a picture.
//
// The laws are those of a pair of materials of a case; without one, an aluminium ball of 0.1 m on a rigid plane
// (Zhang 1998, chapter 6) with the named law and, where that is not a normal law, Hertz's beside it.
#include "cli/commands.h"
#include "cli/law_job.h"
#include "cli/law_path.h"
#include "cli/target.h"
#include "console/args.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/letters.h"
#include "console/session.h"
#include "console/words.h"

#include "base/constants.h"
#include "base/text.h"
#include "law/registry.h"
#include "law/single.h"
#include "draw/chart.h"
#include "store/file_out.h"
#include "store/table_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const slot_names[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                  "twisting"};

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

// --- the answers -----------------------------------------------------------------------------------------------------

static const char header[] =
    "overlap [m],push [N],slip_x [m],slip_y [m],drag_x [N],drag_y [N],roll_x [rad],roll_y [rad],"
    "moment_x [N m],moment_y [N m],twist [rad],moment_n [N m],radius [m],grip [m],energy [J],"
    "lost [J]\n";

// The motion to a row of the path from the one before; positions that follow from forces are found and put into the
// row.
static bool motion_to(const law_job *job, law_single *single, const law_path *steps, double *row,
                      const double *last, law_motion *motion)
{
    *motion = (law_motion){
        .overlap = row[PATH_OVERLAP],
        .slip = {row[PATH_SLIP_X] - last[PATH_SLIP_X], row[PATH_SLIP_Y] - last[PATH_SLIP_Y]},
        .roll = {row[PATH_ROLL_X] - last[PATH_ROLL_X], row[PATH_ROLL_Y] - last[PATH_ROLL_Y]},
        .twist = row[PATH_TWIST] - last[PATH_TWIST]};
    double turn = fabs(motion->roll[0]) + fabs(motion->roll[1]) + fabs(motion->twist);
    double way = fabs(row[PATH_OVERLAP] - last[PATH_OVERLAP]) + fabs(motion->slip[0]) +
                 fabs(motion->slip[1]) + job->radius * turn;
    motion->dt = steps->has[PATH_TIME]       ? row[PATH_TIME] - last[PATH_TIME]
                 : job->speed > 0 && way > 0 ? way / job->speed
                                             : 1e9;
    if (!(motion->dt > 0))
        return false;
    if (steps->has[PATH_PUSH]) {
        double most = 0.1 * job->radius;
        motion->overlap = row[PATH_OVERLAP] =
            law_single_overlap_at(single, *motion, row[PATH_PUSH], -most, most);
    }
    if (steps->has[PATH_DRAG]) {
        double most = 0.1 * job->radius;
        motion->slip[0] = law_single_slip_at(single, *motion, row[PATH_DRAG], -most, most);
        row[PATH_SLIP_X] = last[PATH_SLIP_X] + motion->slip[0];
    }
    return isfinite(motion->overlap) && isfinite(motion->slip[0]);
}

static int follow(const law_job *job, const law_set *set, double density, law_path *way, FILE *to)
{
    law_single single;
    double last[PATH_COLUMNS] = {0};
    double lost = 0;
    const double volume = 4.0 / 3.0 * PI * job->radius * job->radius * job->radius;
    law_single_begin(&single, set, job->radius, density * volume);
    fputs(header, to);
    for (int64_t i = 0; i < way->rows; i++) {
        double *row = way->at + PATH_COLUMNS * i;
        law_motion motion;
        if (!motion_to(job, &single, way, row, last, &motion)) {
            char where[320];
            scree_error error;
            snprintf(where, sizeof where, "%.280s", job->path ? job->path : job->name);
            fail(&error, SCREE_BAD_INPUT, where,
                 "times must grow, and forces stay within what the laws can carry (friction times "
                 "push)",
                 "row %lld of the path cannot be reached", (long long)i + 1);
            return give_up(&error);
        }
        law_answer answer = law_single_step(&single, motion);
        lost += answer.lost;
        if (!isfinite(answer.push) || !isfinite(answer.energy))
            return args_fail("law", "give other values of --radius, --depth or --path",
                             "row %lld of the path gives forces that are no numbers",
                             (long long)i + 1);
        fprintf(to,
                "%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%."
                "12g,%.12g,%.12g\n",
                motion.overlap, answer.push, row[PATH_SLIP_X], row[PATH_SLIP_Y], answer.drag[0],
                answer.drag[1], row[PATH_ROLL_X], row[PATH_ROLL_Y], answer.rolling[0],
                answer.rolling[1], row[PATH_TWIST], answer.twisting, answer.radius, answer.grip,
                answer.energy, lost);
        memcpy(last, row, sizeof last);
    }
    return ARGS_GO_ON;
}

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
    snprintf(title, sizeof title, "%s law: %s", slot_names[job->in], job->what->name);
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
    fprintf(stderr, "%s\n", png);
    return EXIT_DONE;
}

static scree_status check_targets(const law_job *job, const char *csv, const char *png,
                                  scree_error *error)
{
    scree_status status = target_check(csv, "overlap [m],push [N],", error);
    return status ? status : target_picture(job->plot ? png : NULL, error);
}

// The table, as a file that is there as a whole or not at all; ARGS_GO_ON or an exit code.
static int write_table(const law_job *job, const law_set *set, double density, law_path *way,
                       const char *csv)
{
    scree_error error;
    file_out out;
    if (file_out_open(&out, csv, &error))
        return give_up(&error);
    int code = follow(job, set, density, way, out.stream);
    if (code != ARGS_GO_ON) {
        file_out_abort(&out);
        return code;
    }
    return file_out_commit(&out, &error) ? give_up(&error) : ARGS_GO_ON;
}

static int show_files(const law_job *job, const law_set *set, double density, law_path *way)
{
    char csv[FILE_ROOM];
    char png[FILE_ROOM];
    scree_error error;
    const char *name = job->out ? job->out : job->what->name;
    if (strlen(name) + sizeof ".csv" > sizeof csv)
        return args_fail("law", "give a shorter --out", "the name of the table is too long");
    snprintf(csv, sizeof csv, "%s.csv", name);
    snprintf(png, sizeof png, "%s.png", name);
    if (check_targets(job, csv, png, &error))
        return give_up(&error);
    int code = write_table(job, set, density, way, csv);
    if (code != ARGS_GO_ON)
        return code;
    fprintf(stderr, "%s\n", csv);
    return job->plot ? draw(job, csv, png) : EXIT_DONE;
}

static int show(const law_job *job, const law_set *set, double density)
{
    law_path way = {0};
    scree_error error;
    if (job->path && law_path_read(&way, job->path, &error))
        return give_up(&error);
    if (!job->path && !own_path(job, set, &way))
        return give_up((fail_memory(&error, "law"), &error));
    int code;
    if (job->plot || job->out)
        code = show_files(job, set, density, &way);
    else {
        code = follow(job, set, density, &way, stdout);
        if (code == ARGS_GO_ON)
            code = EXIT_DONE;
    }
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
