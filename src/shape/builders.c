// builders.c - see builders.h. Corners of the Platonic solids: (+-1, +-1, +-1) and the like, with the golden ratio for
// the last two (H. S. M. Coxeter, Regular Polytopes, section 3.7), scaled to the edge.
#include "shape/builders.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"

const char *const platonic_names[PLATONICS] = {"tetrahedron", "cube", "octahedron", "dodecahedron",
                                               "icosahedron"};

int32_t build_box(v3 sides, v3 corner[8])
{
    const v3 low = v3_scale(-0.5, sides);
    const v3 high = v3_scale(0.5, sides);
    for (int i = 0; i < 8; i++)
        corner[i] = box_corner(low, high, i);
    return 8;
}

// (0, +-a, +-b) and what turning the axes makes of it.
static int32_t add_rectangles(double a, double b, v3 *corner)
{
    int32_t count = 0;
    for (int k = 0; k < 4; k++) {
        double p = k & 1 ? a : -a;
        double q = k & 2 ? b : -b;
        corner[count++] = v3_make(0, p, q);
        corner[count++] = v3_make(q, 0, p);
        corner[count++] = v3_make(p, q, 0);
    }
    return count;
}

int32_t build_platonic(platonic which, double edge, v3 corner[20])
{
    const double golden = 0.5 * (1 + sqrt(5.0));
    const double h = 0.5 * edge;
    if (which == CUBE)
        return build_box(v3_make(edge, edge, edge), corner);
    if (which == ICOSAHEDRON)
        return add_rectangles(h, h * golden, corner);
    if (which == DODECAHEDRON) {
        int32_t n = build_box(v3_make(edge * golden, edge * golden, edge * golden), corner);
        return n + add_rectangles(h, h * (golden + 1), corner + n);
    }
    if (which == TETRAHEDRON) {
        const double a = edge / sqrt(8.0);
        const v3 at[4] = {{a, a, a}, {a, -a, -a}, {-a, a, -a}, {-a, -a, a}};
        for (int i = 0; i < 4; i++)
            corner[i] = at[i];
        return 4;
    }
    const double a = edge / sqrt(2.0);
    const v3 at[6] = {{a, 0, 0}, {-a, 0, 0}, {0, a, 0}, {0, -a, 0}, {0, 0, a}, {0, 0, -a}};
    for (int i = 0; i < 6; i++)
        corner[i] = at[i];
    return 6;
}

int32_t build_prism(int sides, double radius, double length, v3 *corner)
{
    for (int i = 0; i < sides; i++) {
        double sine;
        double cosine;
        real_sin_cos(2 * PI * i / sides, &sine, &cosine);
        corner[i] = v3_make(radius * cosine, radius * sine, -0.5 * length);
        corner[sides + i] = v3_make(radius * cosine, radius * sine, 0.5 * length);
    }
    return 2 * sides;
}
