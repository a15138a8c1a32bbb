// quadrature.c - the Gauss-Kronrod pair and the halving.
#include "shape/quadrature.h"

#include "base/mathlib.h"

enum { DEEPEST = 44, HALVINGS = 4000 };

static const double node[8] = {
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691838259, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0};
static const double weight15[8] = {
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double weight7[4] = {
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

// Both rules on one interval: the better into `fine`; returns their largest difference in units.
static double apply(const quadrature *quadrature, double middle, double half, double *fine)
{
    double coarse[QUADRATURE_MOST] = {0};
    double value[QUADRATURE_MOST];
    for (int component = 0; component < quadrature->components; component++)
        fine[component] = 0;
    for (int i = 0; i < 15; i++) {
        int k = i < 8 ? i : 14 - i; // the nodes from low to high: node 7 is the middle
        quadrature->function(quadrature->context,
                             i < 8 ? middle - half * node[k] : middle + half * node[k], value);
        for (int component = 0; component < quadrature->components; component++) {
            fine[component] += weight15[k] * value[component];
            if (k & 1)
                coarse[component] += weight7[k / 2] * value[component];
        }
    }
    double worst = 0;
    for (int component = 0; component < quadrature->components; component++) {
        fine[component] *= half;
        worst = real_max(
            fabs(fine[component] - half * coarse[component]) / quadrature->unit[component], worst);
    }
    return worst;
}

static void halve(quadrature *quadrature, double low, double high, int depth, int *left,
                  double *sum)
{
    double middle = low + 0.5 * (high - low);
    double part[QUADRATURE_MOST];
    double difference = apply(quadrature, middle, 0.5 * (high - low), part);
    if (difference > quadrature->tolerance && depth<DEEPEST && * left> 0) {
        --*left;
        halve(quadrature, low, middle, depth + 1, left, sum);
        halve(quadrature, middle, high, depth + 1, left, sum);
        return;
    }
    quadrature->error += difference;
    for (int component = 0; component < quadrature->components; component++)
        sum[component] += part[component];
}

void quadrature_add(quadrature *quadrature, double low, double high, double *sum)
{
    int left = HALVINGS;
    if (high > low)
        halve(quadrature, low, high, 0, &left, sum);
}
