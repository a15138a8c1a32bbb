// result_names.c - see result_names.h.
#include "store/result_names.h"

#include "base/place.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static bool ends(const char *name, const char *ending)
{
    const size_t length = strlen(name);
    const size_t tail = strlen(ending);
    return length >= tail && !strcmp(name + length - tail, ending);
}

// bodies_000123.vtp and its like.
static bool is_numbered(const char *name)
{
    static const char *const form[][2] = {{"bodies_", ".vtp"},   {"shapes_", ".vtp"},
                                          {"contacts_", ".vtp"}, {"walls_", ".vtp"},
                                          {"grains_", ".dump"},  {"grains_", ".data"}};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        const size_t length = strlen(form[i][0]);
        if (strncmp(name, form[i][0], length) != 0)
            continue;
        const size_t digits = strspn(name + length, "0123456789");
        if (digits >= 6 && !strcmp(name + length + digits, form[i][1]))
            return true;
    }
    return false;
}

// How long the name of a save is without its ending: snapshot, autosave, stage-NAME; 0: it is none.
static size_t save_length(const char *name)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    static const char *const base[] = {"snapshot", "autosave", "stage-"};
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(base[i]);
        if (strncmp(name, base[i], length) != 0)
            continue;
        const size_t of_stage = i == 2 ? strspn(name + length, signs) : 0;
        return i < 2 || of_stage > 0 ? length + of_stage : 0;
    }
    return 0;
}

static bool is_saved(const char *name)
{
    static const char *const ending[] = {".h5", ".sums", ".effort"};
    const size_t length = save_length(name);
    for (int k = 0; k < 3 && length > 0; k++) {
        const size_t more = strlen(ending[k]);
        if (strncmp(name + length, ending[k], more) != 0)
            continue;
        const char *rest = name + length + more;
        if (!*rest || !strcmp(rest, ".previous"))
            return true;
    }
    return false;
}

bool result_name_is_own(const char *name)
{
    static const char *const whole[] = {
        "case.yaml",  "log.txt",    "summary.json", "picture.png", "solver.csv",
        "bodies.pvd", "shapes.pvd", "contacts.pvd", "walls.pvd",   "in-paraview.py"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(name, whole[i]))
            return true;
    return is_numbered(name) || is_saved(name);
}

bool result_name_is_kept(const char *name)
{
    static const char begin[] = "kept-";
    static const char *const ending[] = {".h5", ".sums", ".effort"};
    const char *digits = name + sizeof begin - 1;
    if (strncmp(name, begin, sizeof begin - 1) != 0)
        return false;
    const size_t count = strspn(digits, "0123456789");
    bool ends_so = false;
    for (int i = 0; i < 3; i++)
        ends_so = ends_so || !strcmp(digits + count, ending[i]);
    return count >= 9 && ends_so;
}

// Also what another series of results, or a file that is half written, may be called.
static bool is_reserved(const char *part)
{
    static const char *const kept[] = {"probes", "inputs", "scree.lock", "scree-files.txt"};
    static const char *const endings[] = {".part", ".out", ".vtk"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcmp(part, kept[i]))
            return true;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends(part, endings[i]))
            return true;
    return result_name_is_own(part);
}

const char *result_base_objection(const char *base)
{
    enum {
        LONGEST = 200
    }; // leaves room for the number, the ending and `.part` in the 255 of a file system
    char first[LONGEST + 8];
    if (strlen(base) > LONGEST)
        return "it is longer than 200 signs";
    snprintf(first, sizeof first, "%s0.out", base);
    const char *objection = place_objection(first);
    if (objection)
        return objection;
    for (char *part = first, *slash; (slash = strchr(part, '/')); part = slash + 1) {
        *slash = 0;
        if (is_reserved(part))
            return "a folder in it has a name that the run gives to a file or a folder of its own";
    }
    return NULL;
}
