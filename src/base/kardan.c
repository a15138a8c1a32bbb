// kardan.c - Kardan angles from and to quaternions (kardan.h).
#include "base/kardan.h"

#include "base/mathlib.h"

v3 kardan_from_quaternion(q4 q)
{
    v3 x = q4_rotate(q, v3_make(1, 0, 0));
    v3 y = q4_rotate(q, v3_make(0, 1, 0));
    v3 z = q4_rotate(q, v3_make(0, 0, 1));
    double cosine = sqrt(x.x * x.x + y.x * y.x); // of beta; z.x is its sine
    if (cosine < 1e-12)
        return v3_make(real_atan2(y.z, y.y), real_atan2(z.x, cosine), 0);
    return v3_make(real_atan2(-z.y, z.z), real_atan2(z.x, cosine), real_atan2(-y.x, x.x));
}

q4 kardan_to_quaternion(v3 angle)
{
    double sine;
    double cosine;
    real_sin_cos(0.5 * angle.x, &sine, &cosine);
    q4 a = {cosine, sine, 0, 0};
    real_sin_cos(0.5 * angle.y, &sine, &cosine);
    q4 b = {cosine, 0, sine, 0};
    real_sin_cos(0.5 * angle.z, &sine, &cosine);
    q4 g = {cosine, 0, 0, sine};
    return q4_mul(q4_mul(a, b), g);
}
