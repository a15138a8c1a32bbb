// mesh_shapes.h - triangle soups made in place for the tests of meshes, and STL files of them in memory.
#ifndef SCREE_TESTS_MESH_SHAPES_H
#define SCREE_TESTS_MESH_SHAPES_H

#include "base/vec.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPE_UNUSED __attribute__((unused))

typedef struct facets {
    v3 *corner;
    int32_t count, room;
} facets;

SHAPE_UNUSED static void add_facet(facets *f, v3 a, v3 b, v3 c)
{
    if (f->count == f->room) {
        f->room = f->room ? 2 * f->room : 64;
        f->corner = realloc(f->corner, (size_t)f->room * 3 * sizeof *f->corner);
        if (!f->corner)
            abort();
    }
    v3 *corner = f->corner + 3 * (size_t)f->count++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

SHAPE_UNUSED static void add_quad(facets *f, v3 a, v3 b, v3 c, v3 d)
{
    add_facet(f, a, b, c);
    add_facet(f, a, c, d);
}

// A parallelogram cut into n by m quads, the diagonals in turn.
SHAPE_UNUSED static void add_sheet(facets *f, v3 origin, v3 u, v3 w, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            v3 a = v3_fma(v3_fma(origin, (double)i / n, u), (double)j / m, w);
            v3 b = v3_fma(v3_fma(origin, (i + 1.0) / n, u), (double)j / m, w);
            v3 c = v3_fma(v3_fma(origin, (i + 1.0) / n, u), (j + 1.0) / m, w);
            v3 d = v3_fma(v3_fma(origin, (double)i / n, u), (j + 1.0) / m, w);
            if ((i + j) % 2)
                add_quad(f, b, c, d, a);
            else
                add_quad(f, a, b, c, d);
        }
}

// A closed box, every face cut into n by n quads.
SHAPE_UNUSED static void add_box(facets *f, v3 low, v3 high, int n)
{
    v3 d = v3_sub(high, low), x = v3_make(d.x, 0, 0), y = v3_make(0, d.y, 0),
       z = v3_make(0, 0, d.z);
    add_sheet(f, low, y, x, n, n);
    add_sheet(f, low, x, z, n, n);
    add_sheet(f, low, z, y, n, n);
    add_sheet(f, v3_add(low, z), x, y, n, n);
    add_sheet(f, v3_add(low, y), z, x, n, n);
    add_sheet(f, v3_add(low, x), y, z, n, n);
}

// An open tube about z of n flat strips, each cut into m quads along z.
SHAPE_UNUSED static void add_tube(facets *f, double radius, double length, int n, int m)
{
    const double turn = 2 * 3.14159265358979323846 / n;
    for (int i = 0; i < n; i++) {
        v3 a = v3_make(radius * cos(i * turn), radius * sin(i * turn), 0);
        v3 b = v3_make(radius * cos((i + 1) % n * turn), radius * sin((i + 1) % n * turn), 0);
        add_sheet(f, a, v3_sub(b, a), v3_make(0, 0, length), 1, m);
    }
}

typedef struct bytes {
    char *data;
    size_t size;
} bytes;

SHAPE_UNUSED static void put(bytes *b, const void *data, size_t size)
{
    b->data = realloc(b->data, b->size + size + 1);
    if (!b->data)
        abort();
    memcpy(b->data + b->size, data, size);
    b->size += size;
    b->data[b->size] = 0;
}

SHAPE_UNUSED static bytes ascii_stl(const facets *f)
{
    bytes b = {0};
    char line[160];
    put(&b, "solid made by a test\n", 21);
    for (int32_t i = 0; i < f->count; i++) {
        const v3 *c = f->corner + 3 * (size_t)i;
        v3 n = v3_unit(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
        put(&b, line,
            (size_t)snprintf(line, sizeof line, "  facet normal %.9g %.9g %.9g\n    outer loop\n",
                             n.x, n.y, n.z));
        for (int k = 0; k < 3; k++)
            put(&b, line,
                (size_t)snprintf(line, sizeof line, "      vertex %.9g %.9g %.9g\n", c[k].x, c[k].y,
                                 c[k].z));
        put(&b, "    endloop\n  endfacet\n", 23);
    }
    put(&b, "endsolid made by a test\n", 24);
    return b;
}

SHAPE_UNUSED static void put_little(bytes *b, uint32_t word)
{
    const unsigned char c[4] = {(unsigned char)word, (unsigned char)(word >> 8),
                                (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    put(b, c, 4);
}

SHAPE_UNUSED static void put_float(bytes *b, double value)
{
    float f = (float)value;
    uint32_t word;
    memcpy(&word, &f, 4);
    put_little(b, word);
}

// The header begins with "solid", as that of many writers does.
SHAPE_UNUSED static bytes binary_stl(const facets *f)
{
    bytes b = {0};
    char header[80] = "solid but binary";
    put(&b, header, sizeof header);
    put_little(&b, (uint32_t)f->count);
    for (int32_t i = 0; i < f->count; i++) {
        const v3 *c = f->corner + 3 * (size_t)i;
        v3 n = v3_unit(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
        for (int k = -1; k < 3; k++) {
            v3 p = k < 0 ? n : c[k];
            put_float(&b, p.x);
            put_float(&b, p.y);
            put_float(&b, p.z);
        }
        put(&b, "\0\0", 2);
    }
    return b;
}

// A small generator for property tests (xorshift64*): the same numbers everywhere.
SHAPE_UNUSED static double uniform(uint64_t *state, double low, double high)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return low + (high - low) * ((double)(*state * UINT64_C(2685821657736338717) >> 11) * 0x1p-53);
}

SHAPE_UNUSED static v3 uniform_v3(uint64_t *state, v3 low, v3 high)
{
    v3 p;
    p.x = uniform(state, low.x, high.x);
    p.y = uniform(state, low.y, high.y);
    p.z = uniform(state, low.z, high.z);
    return p;
}

#endif
