// slab.h - how much of a ball or a disk lies between two planes; for solid fractions that do not jump when a centre
// crosses the border of a bin.
#ifndef SCREE_MEASURE_SLAB_H
#define SCREE_MEASURE_SLAB_H

// Volume of a ball of that radius around `centre` with low < x < high, m^3: the difference of two spherical segments,
// integral of pi (R^2 - t^2).
double slab_ball(double centre, double radius, double low, double high);
// Area of a disk, m^2: integral of 2 sqrt(R^2 - t^2).
double slab_disk(double centre, double radius, double low, double high);

// Area that two disks have in common whose centres are apart by `apart`, m^2.
double slab_lens(double first, double second, double apart);
// Volume of a ball within a cylinder of radius `within` whose axis is `aside` from its centre, low < x < high along that axis
// of a centre at 0, m^3: the lens of each section, summed by Gauss's rule to about 1e-4 of the ball.
double slab_tube(double radius, double within, double aside, double low, double high);

#endif
