// scene_files.c - see scene_files.h.
#define _XOPEN_SOURCE 700 // mkdtemp
#include "support/scene_files.h"

#include "base/text.h"
#include "support/scenes_nonsmooth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Height of the floor, mm: flat in the middle, then a slope, a ridge, and a step.
static double floor_height(int i, int j)
{
    static const double profile[] = {40, 25, 8, 0, 0, 0, 4, 0, 0, 12, 12, 12, 40};
    return profile[i] + (j < 2 || j > 10 ? 20 : j == 6 ? 2 : 0);
}

static void facet(FILE *f, const double a[3], const double b[3], const double c[3])
{
    fprintf(f, "facet normal 0 0 0\nouter loop\n");
    const double *corner[3] = {a, b, c};
    for (int k = 0; k < 3; k++)
        fprintf(f, "vertex %.17g %.17g %.17g\n", corner[k][0], corner[k][1], corner[k][2]);
    fprintf(f, "endloop\nendfacet\n");
}

static bool write_floor(const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    fprintf(f, "solid floor\n");
    for (int j = 0; j < 12; j++)
        for (int i = 0; i < 12; i++) {
            double p[4][3];
            for (int k = 0; k < 4; k++) {
                int x = i + (k & 1), y = j + (k >> 1);
                p[k][0] = (x - 6) * 15.0;
                p[k][1] = (y - 6) * 15.0;
                p[k][2] = floor_height(x, y);
            }
            facet(f, p[0], p[1], p[3]);
            facet(f, p[0], p[3], p[2]);
        }
    fprintf(f, "endsolid floor\n");
    return fclose(f) == 0;
}

// ---- where they stand

static char folder[200];
static pid_t owner;
static const char *const names[] = {"scene-floor.stl", "scene-hubs.csv"};

static void remove_folder(void)
{
    char path[240];
    if (getpid() != owner)
        return; // a fork, whose parent still needs the files
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static bool make_folder(void)
{
    const char *place = getenv("TMPDIR");
    if (*folder)
        return true;
    snprintf(folder, sizeof folder, "%s/scree-scene-XXXXXX",
             place && strlen(place) < 150 ? place : "/tmp");
    if (!mkdtemp(folder)) {
        *folder = 0;
        return false;
    }
    owner = getpid();
    return !atexit(remove_folder);
}

static bool settle_name(char **name)
{
    int which = 0;
    while (which < 2 && strcmp(*name, names[which]) != 0)
        which++;
    if (which == 2)
        return true;
    if (!make_folder())
        return false;
    char *path = text_format("%s/%s", folder, names[which]);
    if (!path)
        return false;
    free(*name);
    *name = path;
    return access(path, F_OK) == 0 || (which == 0 ? write_floor(path) : nonsmooth_write_hubs(path));
}

static bool settle_choice(const choice *c)
{
    bool good = true;
    for (int i = 0; c->what && i < c->what->count && good; i++)
        if (c->what->rows[i].type == ROW_TEXT && c->value[i].text)
            good = settle_name(&c->value[i].text);
    return good;
}

bool scene_files_settle(model *m)
{
    bool good = true;
    for (int i = 0; i < m->walls && good; i++)
        good = settle_choice(&m->wall[i].primitive);
    for (int i = 0; i < m->grain_sets && good; i++)
        good = settle_choice(&m->grains[i].packing);
    return good;
}
