// mesh_file.c - see mesh_file.h. Here: which format it is, and what is common to all.
#include "shape/mesh_file.h"

#include "shape/mesh_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const mesh_unit *mesh_unit_find(const char *name)
{
    return stl_unit_find(name);
}

void mesh_soup_clear(mesh_soup *soup)
{
    free(soup->corner);
    free(soup->section);
    mesh_sections_clear(&soup->sections);
    memset(soup, 0, sizeof *soup);
}

static bool ends_with(const char *name, const char *ending)
{
    const size_t count = strlen(name);
    const size_t m = strlen(ending);
    return count >= m && !strcasecmp(name + count - m, ending);
}

static scree_status parse_stl(const char *bytes, size_t size, const char *name,
                              const mesh_unit *unit, mesh_soup *out, scree_error *error)
{
    stl_soup soup;
    scree_status status = stl_parse(bytes, size, name, unit, &soup, error);
    if (status)
        return status;
    out->corner = soup.corner;
    out->facets = soup.facets;
    out->faces = soup.facets;
    out->opposed = soup.opposed;
    out->sections = soup.sections;
    out->section = soup.section;
    out->format = soup.binary ? "binary STL" : "ascii STL";
    return SCREE_OK;
}

// A binary STL file has room for its name where a text has its mark.
static bool is_binary_stl(const char *bytes, size_t size)
{
    if (size < 84)
        return false;
    const uint32_t facets = mesh_input_whole((const unsigned char *)bytes + 80, 4, false);
    return size == 84 + 50 * (size_t)facets;
}

// Some editors put a mark before a text: of UTF-8, which says nothing, or of UTF-16, which is another text.
static size_t text_mark(const char *bytes, size_t size)
{
    const bool marked = size >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3);
    return marked && !is_binary_stl(bytes, size) ? 3 : 0;
}

static bool is_wide_text(const char *bytes, size_t size)
{
    if (size < 2 || is_binary_stl(bytes, size))
        return false;
    return !memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2);
}

static scree_status parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                          mesh_soup *soup, scree_error *error)
{
    if (ply_begins(bytes, size))
        return ply_parse(bytes, size, name, unit, soup, error);
    if (ends_with(name, ".obj"))
        return obj_parse(bytes, size, name, unit, soup, error);
    if (ends_with(name, ".ply") && size) {
        return fail(error, SCREE_BAD_INPUT, name, "give a PLY file, or name the file as what it is",
                    "not a PLY file: its first line is not 'ply'");
    }
    scree_status status = parse_stl(bytes, size, name, unit, soup, error);
    if (status != SCREE_BAD_INPUT || ends_with(name, ".stl") || !size ||
        (size > 5 && !strncasecmp(bytes, "solid", 5)))
        return status;
    return fail(error, SCREE_BAD_INPUT, name,
                "give an STL, PLY or OBJ file; the name of an OBJ file ends in .obj",
                "neither STL nor PLY, and not named as an OBJ file");
}

scree_status mesh_file_parse(const mesh_bytes *file, const mesh_unit *unit, double scale,
                             mesh_soup *soup, scree_error *error)
{
    memset(soup, 0, sizeof *soup);
    if (is_wide_text(file->bytes, file->size)) {
        return fail(error, SCREE_BAD_INPUT, file->name, "save it as plain text or UTF-8",
                    "the mesh is a text in UTF-16");
    }
    const size_t mark = text_mark(file->bytes, file->size);
    scree_status status =
        parse(file->bytes + mark, file->size - mark, file->name, unit, soup, error);
    for (int64_t i = 0; !status && scale != 1 && i < 3 * (int64_t)soup->facets; i++)
        soup->corner[i] = v3_scale(scale, soup->corner[i]);
    if (status)
        mesh_soup_clear(soup);
    return status;
}

scree_status mesh_file_read(const char *path, const mesh_unit *unit, double scale, mesh_soup *soup,
                            scree_error *error)
{
    char *bytes;
    size_t size;
    memset(soup, 0, sizeof *soup);
    scree_status status = mesh_input_load(path, &bytes, &size, error);
    if (!status)
        status = mesh_file_parse(&(mesh_bytes){bytes, size, path}, unit, scale, soup, error);
    free(bytes);
    return status;
}

// ---- parts

static scree_status refuse_part(const mesh_soup *soup, const char *part, const char *where,
                                scree_error *error)
{
    char words[160];
    char hint[200];
    if (!soup->section) {
        return fail(error, SCREE_BAD_INPUT, where,
                    "give an OBJ file with groups or an ascii STL file with a solid for each part, "
                    "or a file for each part",
                    "a file of the form %s has no parts", soup->format);
    }
    if (mesh_sections_nearest(&soup->sections, part, words, sizeof words)) {
        snprintf(hint, sizeof hint, "did you mean '%s'?", words);
    } else {
        mesh_sections_words(&soup->sections, words, sizeof words);
        snprintf(hint, sizeof hint, "%s%s", *words ? "its parts are " : "nothing in it has a name",
                 words);
    }
    return fail(error, SCREE_BAD_INPUT, where, hint, "the file has no part '%.60s'", part);
}

scree_status mesh_soup_keep(mesh_soup *soup, const char *part, const char *where,
                            scree_error *error)
{
    int32_t kept = 0;
    for (int32_t i = 0; soup->section && i < soup->facets; i++) {
        if (!mesh_section_is(&soup->sections.item[soup->section[i]], part))
            continue;
        const v3 *from = soup->corner + 3 * (size_t)i;
        v3 *to = soup->corner + 3 * (size_t)kept;
        memmove(to, from, 3 * sizeof *to);
        soup->section[kept] = soup->section[i];
        kept++;
    }
    if (!kept)
        return refuse_part(soup, part, where, error);
    soup->facets = kept;
    return SCREE_OK;
}
