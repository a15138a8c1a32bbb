// poly_shapes.c - see poly_shapes.h.
#include "support/poly_shapes.h"

#include "shape/polygon.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static void *grown(void *block, int32_t need, int32_t *room, size_t item)
{
    if (need <= *room)
        return block;
    *room = 2 * need + 16;
    block = realloc(block, (size_t)*room * item);
    if (!block)
        abort();
    return block;
}

int32_t poly_point(poly *p, v3 at)
{
    p->point = grown(p->point, p->points + 1, &p->point_room, sizeof *p->point);
    p->point[p->points] = at;
    return p->points++;
}

void poly_face(poly *p, int corners, const int32_t *corner)
{
    p->start = grown(p->start, p->faces + 2, &p->start_room, sizeof *p->start);
    p->corner = grown(p->corner, p->corners + corners, &p->corner_room, sizeof *p->corner);
    memcpy(p->corner + p->corners, corner, (size_t)corners * sizeof *corner);
    p->start[p->faces++] = p->corners;
    p->corners += corners;
    p->start[p->faces] = p->corners;
}

void poly_clear(poly *p)
{
    free(p->point);
    free(p->start);
    free(p->corner);
    memset(p, 0, sizeof *p);
}

void poly_move(poly *p, double scale, q4 turn, v3 shift)
{
    for (int32_t i = 0; i < p->points; i++)
        p->point[i] = v3_add(shift, q4_rotate(turn, v3_scale(scale, p->point[i])));
}

void poly_add(poly *p, const poly *other, bool inside_out)
{
    const int32_t first = p->points;
    for (int32_t i = 0; i < other->points; i++)
        poly_point(p, other->point[i]);
    for (int32_t f = 0; f < other->faces; f++) {
        int32_t ring[256];
        const int32_t n = other->start[f + 1] - other->start[f];
        if (n > 256)
            abort();
        for (int32_t k = 0; k < n; k++)
            ring[inside_out ? n - 1 - k : k] = first + other->corner[other->start[f] + k];
        poly_face(p, n, ring);
    }
}

static void quad(poly *p, int32_t a, int32_t b, int32_t c, int32_t d)
{
    const int32_t ring[4] = {a, b, c, d};
    poly_face(p, 4, ring);
}

poly poly_prism(const double (*outline)[2], int n, double height)
{
    poly p = {0};
    int32_t bottom[256], top[256];
    if (n > 256)
        abort();
    for (int k = 0; k < n; k++)
        poly_point(&p, v3_make(outline[k][0], outline[k][1], 0));
    for (int k = 0; k < n; k++)
        poly_point(&p, v3_make(outline[k][0], outline[k][1], height));
    for (int k = 0; k < n; k++) {
        bottom[k] = n - 1 - k;
        top[k] = n + k;
        quad(&p, k, (k + 1) % n, n + (k + 1) % n, n + k);
    }
    poly_face(&p, n, bottom);
    poly_face(&p, n, top);
    return p;
}

poly poly_box(v3 low, v3 high)
{
    const double outline[4][2] = {
        {low.x, low.y}, {high.x, low.y}, {high.x, high.y}, {low.x, high.y}};
    poly p = poly_prism(outline, 4, 0);
    for (int k = 0; k < 8; k++)
        p.point[k].z = k < 4 ? low.z : high.z;
    return p;
}

poly poly_l_prism(double height)
{
    const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    return poly_prism(outline, 6, height);
}

// Quads between rings of points that follow each other; the last ring joins the first where `closed`.
static void join_rings(poly *p, int32_t first, int around, int rings, bool closed)
{
    for (int j = 0; j < rings - !closed; j++)
        for (int i = 0; i < around; i++) {
            const int32_t a = first + j * around, b = first + (j + 1) % rings * around,
                          next = (i + 1) % around;
            quad(p, a + i, a + next, b + next, b + i);
        }
}

poly poly_torus(double radius, double tube, int around, int across)
{
    poly p = {0};
    for (int j = 0; j < across; j++)
        for (int i = 0; i < around; i++) {
            const double turn = 2 * PI * i / around, tilt = 2 * PI * j / across,
                         r = radius + tube * cos(tilt);
            poly_point(&p, v3_make(r * cos(turn), r * sin(turn), tube * sin(tilt)));
        }
    join_rings(&p, 0, around, across, true);
    return p;
}

static void add_caps(poly *p, int around, int rings, v3 bottom, v3 top)
{
    const int32_t b = poly_point(p, bottom), t = poly_point(p, top), last = (rings - 1) * around;
    for (int i = 0; i < around; i++) {
        const int32_t low[3] = {b, (i + 1) % around, i},
                      high[3] = {t, last + i, last + (i + 1) % around};
        poly_face(p, 3, low);
        poly_face(p, 3, high);
    }
}

poly poly_ball(double radius, int around, int up)
{
    poly p = {0};
    for (int j = 1; j < up; j++)
        for (int i = 0; i < around; i++) {
            const double turn = 2 * PI * i / around, tilt = PI * j / up;
            poly_point(&p, v3_make(radius * sin(tilt) * cos(turn), radius * sin(tilt) * sin(turn),
                                   -radius * cos(tilt)));
        }
    join_rings(&p, 0, around, up - 1, false);
    add_caps(&p, around, up - 1, v3_make(0, 0, -radius), v3_make(0, 0, radius));
    return p;
}

// The profile goes up the outside, over the rim and down the inside. Lobes and spout move the outside more than the
// inside.
poly poly_pot(int around, int up)
{
    poly p = {0};
    const int rings = 2 * up;
    for (int j = 0; j < rings; j++) {
        const bool outside = j < up;
        const double s = (outside ? j : rings - 1 - j) / (up - 1.0),
                     height = outside ? s : 0.15 + 0.85 * s;
        const double belly = 0.55 + 0.45 * sin(PI * (0.15 + 0.75 * s)), wall = outside ? 1 : 0.82;
        for (int i = 0; i < around; i++) {
            const double turn = 2 * PI * i / around, from_spout = turn > PI ? turn - 2 * PI : turn;
            const double lobes = 1 + 0.12 * cos(3 * turn);
            const double up_it = height - 0.7;
            const double spout = 0.7 * exp(-12 * from_spout * from_spout - 30 * up_it * up_it);
            const double r = wall * belly * lobes + (outside ? 1 : 0.9) * spout;
            poly_point(&p, v3_make(r * cos(turn), r * sin(turn), height + 0.25 * spout));
        }
    }
    join_rings(&p, 0, around, rings, false);
    add_caps(&p, around, rings, v3_make(0, 0, 0.05), v3_make(0, 0, 0.2));
    return p;
}

v3 *poly_soup(const poly *p, int32_t *facets)
{
    v3 corner[256], *soup = malloc(3 * (size_t)p->corners * sizeof *soup);
    int32_t triangle[256][3];
    double bend;
    if (!soup)
        abort();
    *facets = 0;
    for (int32_t f = 0; f < p->faces; f++) {
        const int n = p->start[f + 1] - p->start[f];
        if (n > 256)
            abort();
        for (int k = 0; k < n; k++)
            corner[k] = p->point[p->corner[p->start[f] + k]];
        const int made = polygon_cut(corner, n, triangle, &bend);
        for (int t = 0; t < made; t++, (*facets)++)
            for (int k = 0; k < 3; k++)
                soup[3 * *facets + k] = corner[triangle[t][k]];
    }
    return soup;
}

// ---- files

static void put(poly_file *f, const void *data, size_t size)
{
    if (f->size + size + 1 > f->room) {
        f->room = 2 * (f->size + size) + 256;
        f->data = realloc(f->data, f->room);
        if (!f->data)
            abort();
    }
    memcpy(f->data + f->size, data, size);
    f->size += size;
    f->data[f->size] = 0;
}

__attribute__((format(printf, 2, 3))) static void say(poly_file *f, const char *format, ...)
{
    char line[256];
    va_list args;
    va_start(args, format);
    put(f, line, (size_t)vsnprintf(line, sizeof line, format, args));
    va_end(args);
}

static void put_ordered(poly_file *f, const void *value, size_t size, bool big)
{
    unsigned char bytes[8];
    const uint16_t probe = 1;
    const bool host_is_big = !*(const unsigned char *)&probe;
    memcpy(bytes, value, size);
    for (size_t k = 0; big != host_is_big && k < size / 2; k++) {
        const unsigned char keep = bytes[k];
        bytes[k] = bytes[size - 1 - k];
        bytes[size - 1 - k] = keep;
    }
    put(f, bytes, size);
}

static void put_real(poly_file *f, double value, bool doubles, bool big)
{
    const float single = (float)value;
    if (doubles)
        put_ordered(f, &value, sizeof value, big);
    else
        put_ordered(f, &single, sizeof single, big);
}

poly_file poly_obj(const poly *p)
{
    poly_file f = {0};
    say(&f, "# made by a test\no solid\n");
    for (int32_t i = 0; i < p->points; i++)
        say(&f, "v %.17g %.17g %.17g\n", p->point[i].x, p->point[i].y, p->point[i].z);
    say(&f, "vn 0 0 1\ng faces\nusemtl stone\ns off\n");
    for (int32_t k = 0; k < p->faces; k++) {
        say(&f, "f");
        for (int32_t c = p->start[k]; c < p->start[k + 1]; c++) {
            // All the ways in which a point can be named, in turn.
            const int32_t i = p->corner[c];
            if (c % 4 == 0)
                say(&f, " %d", i + 1);
            if (c % 4 == 1)
                say(&f, " %d//1", i + 1);
            if (c % 4 == 2)
                say(&f, " %d", i - p->points);
            if (c % 4 == 3)
                say(&f, " \\\n %d/1/1", i + 1);
        }
        say(&f, "\n");
    }
    return f;
}

poly_file poly_ply(const poly *p, int form, bool doubles)
{
    static const char *const name[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    const char *real = doubles ? "double" : "float";
    const bool big = form == PLY_WRITE_BIG, text = form == PLY_WRITE_ASCII;
    poly_file f = {0};
    say(&f, "ply\nformat %s 1.0\ncomment made by a test\nelement vertex %d\n", name[form],
        p->points);
    say(&f, "property %s x\nproperty %s y\nproperty uchar red\nproperty %s z\n", real, real, real);
    say(&f, "element face %d\nproperty list uchar int vertex_indices\nproperty short tag\n",
        p->faces);
    say(&f, "element edge 1\nproperty int a\nproperty int b\nend_header\n");
    for (int32_t i = 0; i < p->points; i++) {
        const v3 at = p->point[i];
        if (text) {
            say(&f, "%.17g %.17g 7 %.17g\n", at.x, at.y, at.z);
            continue;
        }
        put_real(&f, at.x, doubles, big);
        put_real(&f, at.y, doubles, big);
        put(&f, "\7", 1);
        put_real(&f, at.z, doubles, big);
    }
    for (int32_t k = 0; k < p->faces; k++) {
        const int n = p->start[k + 1] - p->start[k];
        const unsigned char count = (unsigned char)n;
        const int16_t tag = -3;
        if (text)
            say(&f, "%d", n);
        else
            put(&f, &count, 1);
        for (int32_t c = p->start[k]; c < p->start[k + 1]; c++) {
            if (text)
                say(&f, " %d", p->corner[c]);
            else
                put_ordered(&f, &p->corner[c], 4, big);
        }
        if (text)
            say(&f, " %d\n", tag);
        else
            put_ordered(&f, &tag, sizeof tag, big);
    }
    if (text)
        say(&f, "0 1\n");
    else
        put(&f, "\0\0\0\0\0\0\0\1", 8);
    return f;
}

poly_file poly_stl(const poly *p, bool binary)
{
    poly_file f = {0};
    const char header[80] = "made by a test";
    int32_t facets;
    v3 *soup = poly_soup(p, &facets);
    if (binary) {
        put(&f, header, sizeof header);
        put_ordered(&f, &facets, 4, false);
    } else
        say(&f, "solid test\n");
    for (int32_t t = 0; t < facets; t++) {
        const v3 *c = soup + 3 * t;
        const v3 n = v3_unit(v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0])));
        if (!binary)
            say(&f, "facet normal %.9g %.9g %.9g\nouter loop\n", n.x, n.y, n.z);
        for (int k = -1; k < 3; k++) {
            const v3 v = k < 0 ? n : c[k];
            if (!binary && k >= 0)
                say(&f, "vertex %.17g %.17g %.17g\n", v.x, v.y, v.z);
            if (!binary)
                continue;
            put_real(&f, v.x, false, false);
            put_real(&f, v.y, false, false);
            put_real(&f, v.z, false, false);
        }
        if (binary)
            put(&f, "\0\0", 2);
        else
            say(&f, "endloop\nendfacet\n");
    }
    if (!binary)
        say(&f, "endsolid test\n");
    free(soup);
    return f;
}
