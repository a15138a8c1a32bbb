// vtk_fixture.h - a reader of .vtp files for the tests of store/, and VTK's own where it is installed.
#ifndef SCREE_TESTS_VTK_FIXTURE_H
#define SCREE_TESTS_VTK_FIXTURE_H

#include "store_fixture.h"

#include <zlib.h>

typedef struct vtk_text {
    char *text;
    size_t size;
} vtk_text;

// The values of an array in a .vtp, found, joined and inflated here; NULL if anything is out of form. `bytes` is their
// size.
HARNESS_MAYBE_UNUSED static void *vtk_values(const vtk_text *v, const char *name, const char *type,
                                             int components, size_t *bytes)
{
    char head[160];
    snprintf(head, sizeof head,
             "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
             "offset=\"",
             type, name, components);
    const char *found = strstr(v->text, head),
               *data = strstr(v->text, "<AppendedData encoding=\"raw\">\n_");
    if (!found || !data)
        return NULL;
    const char *at = data + strlen("<AppendedData encoding=\"raw\">\n_") +
                     strtoull(found + strlen(head), NULL, 10);
    uint64_t word[3];
    memcpy(word, at, sizeof word);
    *bytes = word[0] * word[1] - (word[2] ? word[1] - word[2] : 0);
    unsigned char *values = malloc(*bytes + 1);
    const char *block = at + 8 * (3 + word[0]);
    for (uint64_t k = 0; k < word[0]; k++) {
        uint64_t packed;
        memcpy(&packed, at + 8 * (3 + k), 8);
        uLongf room = k == word[0] - 1 && word[2] ? word[2] : word[1], want = room;
        if (block + packed > v->text + v->size ||
            uncompress(values + k * word[1], &room, (const Bytef *)block, packed) != Z_OK ||
            room != want) {
            free(values);
            return NULL;
        }
        block += packed;
    }
    return values;
}

HARNESS_MAYBE_UNUSED static bool vtk_same(const vtk_text *v, const char *name, const char *type,
                                          int components, const void *want, size_t size)
{
    size_t bytes = 0;
    void *values = vtk_values(v, name, type, components, &bytes);
    bool same = values && bytes == size && !memcmp(values, want, size);
    free(values);
    return same;
}

// Runs a script with the module vtk on the folder of the test. False: there is no such Python, and nothing was tested.
HARNESS_MAYBE_UNUSED static bool vtk_agrees(const char *script)
{
    static const char *const python[] = {"python3", "/usr/bin/python3"};
    char command[400];
    for (int i = 0; put_file(in_folder("v.py"), script) && i < 2; i++) {
        snprintf(command, sizeof command, "%s -c 'import vtk' >/dev/null 2>&1", python[i]);
        if (system(command))
            continue;
        snprintf(command, sizeof command, "%s %s/v.py %s", python[i], folder, folder);
        CHECK(system(command) == 0);
        return true;
    }
    return false;
}

#endif
