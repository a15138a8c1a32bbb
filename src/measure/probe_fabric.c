// probe_fabric.c - how contacts are directed, and how the forces depend on their direction.
//
// The fabric tensor is the mean of n_i n_j over the contacts, n the normal (M. Satake, 1982). The densities of contacts and
// of mean forces in a direction are taken to the second order (H. Ouadfel, L. Rothenburg, Mech. Mater. 33, 201, 2001;
// N. Guo, J. Zhao, Comput. Geotech. 47, 1, 2013): in 3D (1 + a_ij n_i n_j)/(4 pi), f_0 (1 + b_ij n_i n_j) and
// f_0 (c_ij n_j - c_kl n_k n_l n_i). With X' the deviator of a tensor X,
//   a = 15/2 F',  b = 15/2 G'/tr G,  c = 5 H'/tr G (the rest of H' counts no trace),
// G and H the means of f_n n_i n_j and of f_t,i n_j over 1 + a_kl n_k n_l, which take off how contacts are directed. Their
// anisotropy is sqrt(3/2 a:a), above zero where most is along the axis in which contacts are most, so that the stress ratio
// q/p is near 2/5 (a + b + 3/2 c). In 2D a = 4 F', b = 4 G'/tr G, c = 4 H'/tr G, the anisotropy sqrt(a:a/2), and
// (s1 - s2)/(s1 + s2) near (a + b + c)/2 (L. Rothenburg, R. J. Bathurst, Geotechnique 39, 601, 1989).
#include "measure/filter.h"
#include "shape/principal.h"

static const char law[] = "fabric";

static const row rows[] = {
    {"walls", ROW_FLAG, "1", 0, 0, 1, "count contacts at walls as well"},
    {"inside", ROW_REGION, "", ROW_OPTIONAL, 0, 0, "only contacts with their point in this region"},
};

static const probe_head head[] = {
    {"time", "s"},
    {"contacts", ""},
    {"xx", ""},
    {"yy", ""},
    {"zz", ""},
    {"xy", ""},
    {"xz", ""},
    {"yz", ""},
    {"direction_x", ""},
    {"direction_y", ""},
    {"direction_z", ""},
    {"anisotropy", ""},
    {"anisotropy_normal", ""},
    {"anisotropy_tangential", ""},
};
enum {
    TIME,
    CONTACTS,
    XX,
    YY,
    ZZ,
    XY,
    XZ,
    YZ,
    DIRECTION_X,
    DIRECTION_Y,
    DIRECTION_Z,
    ANISOTROPY,
    OF_NORMAL,
    OF_TANGENTIAL,
    COLUMNS
};
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

struct probe_state {
    bool walls;
    const region *region;
};

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const int region = choice_region(choice, "inside");
    (void)error;
    state->walls = choice_flag(choice, "walls");
    state->region = region < 0 ? NULL : model->region[region].made;
    return SCREE_OK;
}

static bool counts(const probe_state *state, const frame *frame, int64_t contact)
{
    const frame_contacts *contacts = &frame->contact;
    const bool at_wall = contacts->a[contact] < frame->walls; // walls have the first ids
    if (at_wall && !state->walls)
        return false;
    return !state->region || region_contains(state->region, contacts->point[contact]);
}

static double trace(sym3 tensor)
{
    return tensor.xx + tensor.yy + tensor.zz;
}

static sym3 deviator_of(sym3 tensor, bool flat)
{
    const double mean = trace(tensor) / (flat ? 2 : 3);
    tensor.xx -= mean;
    tensor.yy -= mean;
    tensor.zz -= flat ? 0 : mean;
    return tensor;
}

static double times(sym3 a, sym3 b)
{
    const double along = a.xx * b.xx + a.yy * b.yy + a.zz * b.zz;
    return along + 2 * (a.xy * b.xy + a.xz * b.xz + a.yz * b.yz);
}

// n A n
static double along(sym3 tensor, v3 n)
{
    return times(tensor, sym3_dyad(n, n));
}

// Of a tensor of second order; the sign is that of its part along `main`.
static double anisotropy(sym3 tensor, sym3 main, bool flat)
{
    const double size = sqrt((flat ? 0.5 : 1.5) * times(tensor, tensor));
    return times(tensor, main) < 0 ? -size : size;
}

typedef struct direction_sums {
    double count;
    sym3 fabric;
} direction_sums;

static direction_sums add_directions(const probe_state *state, const frame *frame)
{
    direction_sums sums = {0};
    for (int64_t i = 0; i < frame->contact.count; i++) {
        const v3 normal = frame->contact.normal[i];
        if (!counts(state, frame, i))
            continue;
        sums.count += 1;
        sums.fabric = sym3_add(sums.fabric, sym3_dyad(normal, normal));
    }
    sums.fabric = sym3_scale(1 / sums.count, sums.fabric);
    return sums;
}

typedef struct force_sums {
    sym3 normal, tangential;
} force_sums;

// The means of forces in a direction, with which contacts are there: `directed` is a_ij. Where that is far from uniform its
// second order says that there are less than no contacts where there are some; then the sums are nan.
static force_sums add_forces(const probe_state *state, const frame *frame, sym3 directed)
{
    const double least = 0.05;
    const frame_contacts *contacts = &frame->contact;
    force_sums sums = {0};
    for (int64_t i = 0; i < contacts->count; i++) {
        const v3 normal = contacts->normal[i];
        const double push = contacts->normal_force[i];
        if (!counts(state, frame, i))
            continue;
        const double density = 1 + along(directed, normal);
        const double weight = density > least ? 1 / density : NAN;
        const v3 aside = v3_fma(contacts->force[i], -push, normal);
        sums.normal = sym3_fma(sums.normal, weight * push, sym3_dyad(normal, normal));
        sums.tangential = sym3_fma(sums.tangential, weight, sym3_dyad(aside, normal));
    }
    return sums;
}

// The axis of the largest value, the one of its two directions with the last component above zero.
static v3 largest_axis(sym3 tensor)
{
    v3 values;
    q4 axes;
    principal_axes(tensor, &values, &axes);
    int largest = 0;
    for (int axis = 1; axis < 3; axis++) {
        if (v3_component(values, axis) > v3_component(values, largest))
            largest = axis;
    }
    const v3 axis = q4_rotate(axes, v3_make(largest == 0, largest == 1, largest == 2));
    const double sign = axis.z != 0 ? axis.z : axis.y != 0 ? axis.y : axis.x;
    return v3_scale(sign < 0 ? -1 : 1, axis);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    const bool flat = model->dimensions == 2;
    const direction_sums sums = add_directions(state, frame);
    const sym3 fabric = sums.fabric; // 0/0 gives the nan of no contacts
    const sym3 directed = sym3_scale(flat ? 4 : 7.5, deviator_of(fabric, flat));
    const force_sums forces = add_forces(state, frame, directed);
    const double mean = trace(forces.normal);
    const sym3 normal = sym3_scale((flat ? 4 : 7.5) / mean, deviator_of(forces.normal, flat));
    const sym3 aside = sym3_scale((flat ? 4 : 5) / mean, deviator_of(forces.tangential, flat));
    const bool any = sums.count > 0;
    const v3 axis = any ? largest_axis(fabric) : v3_make(NAN, NAN, NAN);
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[CONTACTS] = sums.count;
    value[XX] = fabric.xx;
    value[YY] = fabric.yy;
    value[ZZ] = fabric.zz;
    value[XY] = fabric.xy;
    value[XZ] = fabric.xz;
    value[YZ] = fabric.yz;
    value[DIRECTION_X] = axis.x;
    value[DIRECTION_Y] = axis.y;
    value[DIRECTION_Z] = axis.z;
    value[ANISOTROPY] = anisotropy(directed, directed, flat);
    value[OF_NORMAL] = any ? anisotropy(normal, directed, flat) : NAN;
    value[OF_TANGENTIAL] = any ? anisotropy(aside, directed, flat) : NAN;
    return table_row(table, value, error);
}

const char probe_fabric_example[] = "";

const probe probe_fabric = {
    .what = {law, "fabric tensor of the contacts, and anisotropies of contacts and forces", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
};
