// shape_given.c - volume and moments of inertia that a case gives itself, in place of those that would be found.
#include "case/shapes.h"

#include "base/mathlib.h"

// No part of a body has less than no mass, so no moment is larger than the other two together.
static bool check_moments(reader *reader, const node *node, v3 inertia)
{
    const double rounding =
        1 + 1e-9; // those of a rod of no width are equal but for the last digits
    const double all = inertia.x + inertia.y + inertia.z;
    const double largest = real_max(inertia.x, real_max(inertia.y, inertia.z));
    if (largest <= rounding * (all - largest))
        return true;
    reader_fault(reader, node, "give the moments about the principal axes of the centre of mass",
                 "no body has the moments %.9g, %.9g and %.9g m^5: one is larger than the other "
                 "two together",
                 inertia.x, inertia.y, inertia.z);
    return false;
}

bool shape_read_given(reader *reader, node *map, node *volume, node *inertia, shape_given *given)
{
    const bool flat = reader->dimensions == 2;
    const value_range above_zero = {flat ? "m^4" : "m^5", ROW_POSITIVE, INFINITY};
    if (!volume)
        volume = reader_need(reader, map, "volume", "give both or none");
    if (!inertia)
        inertia = reader_need(reader, map, "inertia", "give both or none");
    bool good =
        reader_real(reader, volume, flat ? "m^2" : "m^3", ROW_POSITIVE, INFINITY, &given->volume);
    if (!reader_vector(reader, inertia, &above_zero, 1, &given->inertia))
        return false;
    return (flat || check_moments(reader, inertia, given->inertia)) && good;
}
