// mixing.c - sweeps that are mixed: the slow motions of a system are taken from what the last sweeps did to it.
//
// A sweep is a map of all impulses, p -> S(p), and the step wants its fixed point. Where a heavy body lies on light ones,
// or a stack bends, few motions converge by a thousandth in a sweep and all others at once. What a sweep changes,
// f = S(p) - p, is nearly linear in p near the fixed point, so a linear combination of the last sweeps whose f is the
// smallest is far ahead of all of them (D. G. Anderson, J. ACM 12 (1965) 547; H. F. Walker and P. Ni, SIAM J. Numer.
// Anal. 49 (2011) 1715, type II):
//   p' = S_k - sum_j y_j (S_j+1 - S_j),   y: least squares of f_k - sum_j y_j (f_j+1 - f_j)
// over the last MIXES looks; squares are weighted with the inverse mass that a contact feels, which makes them energies.
// Looks are some sweeps apart, which costs less than one at each and is nearly as good (docs/lab/nonsmooth.md has what
// else was tried). Velocities are linear in the impulses, so they are mixed with the same y. What is mixed need not be
// within the cones; the next sweep brings it back, and a step ends with a sweep. Cones make the map nonlinear: where f
// grows by more than GROWTH, the past is forgotten.
//
// Sums go block by block in the order of sweeps, each over eight lanes on their own: neither threads nor widths change
// a bit.
#include "nonsmooth/mixing.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double growth = 4;               // of the sum of squares over the least of all
static const double independent = 1e-10;      // share of a square that others must leave
enum { SUMS = 1 + 2 * NS_MIXES };             // per block: f f, then f c_j, then c_new c_j
enum { COLUMNS = 4 + 2 * NS_MIXES };          // of what is as long as all impulses
enum { MOVER_COLUMNS = 1 + NS_MIXES, V = 6 }; // of what is as long as all velocities

// ---- where everything stands

// Columns of a batch that hold impulses: push and friction, and of rich ones rolling and twisting, each four in a row.
static int parts_of(sweep_kind kind)
{
    return kind.rich ? 2 : 1;
}

static double *part_of(const sweep_batch *batch, int part)
{
    int first = part == 0 ? B_PUSH : sweep_rich_column(batch->kind) + R_ROLL;
    return batch->column + (size_t)first * SWEEP_LANES;
}

enum { PART = 4 * SWEEP_LANES };

static int busy_blocks(const ns_solver *solver)
{
    return solver->order.phase_first[NS_PHASES];
}

// Those that have contacts, then the last one.
static ns_block *numbered(const ns_solver *solver, int number)
{
    bool last = number == busy_blocks(solver);
    return last ? &solver->order.block[solver->order.blocks] : busy_block(solver, number);
}

static double *column_of(const ns_mixing *mixing, int number)
{
    return mixing->impulse + (int64_t)number * mixing->impulses;
}

enum { BEFORE, ROOT, LACKED, SWEPT, LACKED_CHANGE, SWEPT_CHANGE = LACKED_CHANGE + NS_MIXES };

static double *velocity_of(const ns_solver *solver, int number)
{
    return solver->mixing.velocity + (int64_t)number * V * solver->movers.count;
}

bool solver_reserve_mixing(ns_solver *solver)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    if (!MEM_GROW(mixing->first, mixing->first_room, blocks) ||
        !MEM_GROW(mixing->sum, mixing->sum_room, (int64_t)blocks * SUMS))
        return false;
    mixing->impulses = 0;
    for (int i = 0; i < blocks; i++) {
        const ns_block *block = numbered(solver, i);
        mixing->first[i] = mixing->impulses;
        for (int32_t k = 0; k < block->batches; k++)
            mixing->impulses += (int64_t)parts_of(block->batch[k].kind) * PART;
    }
    return MEM_GROW(mixing->impulse, mixing->impulse_room, COLUMNS * mixing->impulses + 1) &&
           MEM_GROW(mixing->velocity, mixing->velocity_room,
                    (int64_t)MOVER_COLUMNS * V * solver->movers.count + 1);
}

void solver_free_mixing(ns_mixing *mixing)
{
    free(mixing->first);
    free(mixing->sum);
    free(mixing->impulse);
    free(mixing->velocity);
}

// ---- looks

// The root of what makes an energy of the square of an impulse, for each.
static void weigh(const ns_solver *solver, const ns_block *block, double *root)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const int parts = parts_of(block->batch[k].kind);
        for (int i = 0; i < parts * PART; i++)
            root[i] = 0;
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            int32_t at = block->lane[k][lane];
            if (at < 0)
                continue;
            const ns_contact *contact = &solver->network.contact[at];
            const contact_feels feels = contact_feel(solver, contact);
            double push = sqrt(feels.normal + real_max(contact->soft, 0));
            double roll = sqrt(real_max(feels.rolling, 0));
            for (int i = 0; i < 4; i++)
                root[i * SWEEP_LANES + lane] = push;
            for (int i = 0; parts > 1 && i < 4; i++)
                root[PART + i * SWEEP_LANES + lane] = roll;
        }
        root += parts * PART;
    }
}

static void keep_block(const ns_block *block, double *to)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int part = 0; part < parts_of(batch->kind); part++, to += PART)
            memcpy(to, part_of(batch, part), PART * sizeof *to);
    }
}

typedef struct lane_sum {
    double lane[SWEEP_LANES];
} lane_sum;

static void add_products(lane_sum *sum, const double *restrict a, const double *restrict b)
{
    for (int i = 0; i < PART; i += SWEEP_LANES) {
        for (int lane = 0; lane < SWEEP_LANES; lane++)
            sum->lane[lane] += a[i + lane] * b[i + lane];
    }
}

static double sum_of(const lane_sum *sum)
{
    const double *lane = sum->lane;
    double even = (lane[0] + lane[2]) + (lane[4] + lane[6]);
    double odd = (lane[1] + lane[3]) + (lane[5] + lane[7]);
    return even + odd;
}

// What the last sweep did to the impulses of a block, how that and the impulses differ from the look before, and the
// sums of products.
static void look_at_block(const ns_solver *solver, int number, double *sums)
{
    const ns_mixing *mixing = &solver->mixing;
    const ns_block *block = numbered(solver, number);
    int64_t at = mixing->first[number];
    const int kept = mixing->kept;
    const int newest = mixing->newest;
    double *lacked_change = column_of(mixing, LACKED_CHANGE + newest);
    double *swept_change = column_of(mixing, SWEPT_CHANGE + newest);
    lane_sum sum[SUMS];
    memset(sum, 0, sizeof sum);
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int part = 0; part < parts_of(batch->kind); part++, at += PART) {
            const double *restrict now = part_of(batch, part);
            const double *restrict before = column_of(mixing, BEFORE) + at;
            const double *restrict root = column_of(mixing, ROOT) + at;
            double *restrict lacked = column_of(mixing, LACKED) + at;
            double *restrict swept = column_of(mixing, SWEPT) + at;
            double *restrict lacked_more = lacked_change + at;
            double *restrict swept_more = swept_change + at;
            for (int i = 0; i < PART; i++) {
                double lacks = root[i] * (now[i] - before[i]);
                lacked_more[i] = lacks - lacked[i];
                swept_more[i] = now[i] - swept[i];
                lacked[i] = lacks;
                swept[i] = now[i];
            }
            add_products(&sum[0], lacked, lacked);
            for (int j = 0; j < kept; j++) {
                const double *other = column_of(mixing, LACKED_CHANGE + j) + at;
                add_products(&sum[1 + j], lacked, other);
                add_products(&sum[1 + NS_MIXES + j], lacked_more, other);
            }
        }
    }
    for (int i = 0; i < SUMS; i++)
        sums[i] = sum_of(&sum[i]);
}

static void look_at_movers(const ns_solver *solver)
{
    double *swept = velocity_of(solver, 0);
    double *change = velocity_of(solver, 1 + solver->mixing.newest);
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int32_t i = 0; i < solver->movers.count; i++) {
        const mover *mover = &solver->movers.body[i];
        for (int axis = 0; axis < V; axis++) {
            int64_t at = (int64_t)V * i + axis;
            double now = axis < 3 ? mover->velocity[axis] : mover->rim[axis - 3];
            change[at] = now - swept[at];
            swept[at] = now;
        }
    }
}

// All blocks together, in their order.
static void add_up(const ns_solver *solver, double sums[SUMS])
{
    const int blocks = busy_blocks(solver) + 1;
    memset(sums, 0, SUMS * sizeof *sums);
    for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < SUMS; i++)
            sums[i] += solver->mixing.sum[block * SUMS + i];
    }
}

// ---- the least squares

// Elimination of the symmetric system; a change that the earlier ones nearly make up takes no part.
static void least_squares(const ns_mixing *mixing, const double *wanted, double share[NS_MIXES])
{
    const int count = mixing->kept;
    double matrix[NS_MIXES][NS_MIXES];
    double right[NS_MIXES];
    bool takes_part[NS_MIXES];
    memcpy(matrix, mixing->gram, sizeof matrix);
    memcpy(right, wanted, sizeof right);
    for (int i = 0; i < count; i++) {
        takes_part[i] = matrix[i][i] > independent * mixing->gram[i][i];
        for (int row = i + 1; takes_part[i] && row < count; row++) {
            double factor = matrix[row][i] / matrix[i][i];
            for (int j = i; j < count; j++)
                matrix[row][j] -= factor * matrix[i][j];
            right[row] -= factor * right[i];
        }
    }
    for (int i = count - 1; i >= 0; i--) {
        share[i] = 0;
        if (!takes_part[i])
            continue;
        double rest = right[i];
        for (int j = i + 1; j < count; j++)
            rest -= matrix[i][j] * share[j];
        share[i] = rest / matrix[i][i];
    }
}

// ---- the mix

static void mix_block(const ns_solver *solver, int number, const double *share)
{
    const ns_mixing *mixing = &solver->mixing;
    const ns_block *block = numbered(solver, number);
    int64_t at = mixing->first[number];
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int part = 0; part < parts_of(batch->kind); part++, at += PART) {
            double *restrict impulse = part_of(batch, part);
            for (int j = 0; j < mixing->kept; j++) {
                const double *restrict change = column_of(mixing, SWEPT_CHANGE + j) + at;
                for (int i = 0; i < PART; i++)
                    impulse[i] -= share[j] * change[i];
            }
        }
    }
}

static void mix_movers(const ns_solver *solver, const double *share)
{
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int32_t i = 0; i < solver->movers.count; i++) {
        mover *mover = &solver->movers.body[i];
        for (int j = 0; j < solver->mixing.kept; j++) {
            const double *change = velocity_of(solver, 1 + j) + (int64_t)V * i;
            for (int axis = 0; axis < 3; axis++) {
                mover->velocity[axis] -= share[j] * change[axis];
                mover->rim[axis] -= share[j] * change[axis + 3];
            }
        }
    }
}

static void look(ns_solver *solver, double sums[SUMS])
{
    const int blocks = busy_blocks(solver) + 1;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++)
        look_at_block(solver, i, &solver->mixing.sum[i * SUMS]);
    look_at_movers(solver);
    add_up(solver, sums);
}

// The sums of the newest change with all that are kept, into the matrix.
static void take_sums(ns_mixing *mixing, const double sums[SUMS])
{
    for (int j = 0; j < mixing->kept; j++) {
        mixing->gram[mixing->newest][j] = sums[1 + NS_MIXES + j];
        mixing->gram[j][mixing->newest] = sums[1 + NS_MIXES + j];
    }
}

void solver_mix(ns_solver *solver)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    const bool first = mixing->looks == 0;
    double sums[SUMS];
    mixing->newest = mixing->kept < NS_MIXES ? mixing->kept : (mixing->newest + 1) % NS_MIXES;
    mixing->kept += !first && mixing->kept < NS_MIXES;
    look(solver, sums);
    take_sums(mixing, sums);
    mixing->looks++;
    if (first || sums[0] > growth * mixing->least) {
        mixing->least = sums[0];
        mixing->kept = 0;
        mixing->looks = 1;
        return;
    }
    mixing->least = real_min(mixing->least, sums[0]);
    double share[NS_MIXES];
    least_squares(mixing, &sums[1], share);
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++)
        mix_block(solver, i, share);
    mix_movers(solver, share);
}

void solver_begin_mixing(ns_solver *solver)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    mixing->kept = 0;
    mixing->newest = 0;
    mixing->looks = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++)
        weigh(solver, numbered(solver, i), column_of(mixing, ROOT) + mixing->first[i]);
    memset(column_of(mixing, LACKED), 0, (size_t)mixing->impulses * sizeof(double));
    memset(column_of(mixing, SWEPT), 0, (size_t)mixing->impulses * sizeof(double));
    memset(velocity_of(solver, 0), 0, (size_t)V * (size_t)solver->movers.count * sizeof(double));
}

void solver_keep_swept(ns_solver *solver)
{
    const ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++)
        keep_block(numbered(solver, i), column_of(mixing, BEFORE) + mixing->first[i]);
}

// ---- what sweeps do not measure

// What the rows of rolling and twisting lacked in the last sweep, which sweeps themselves do not measure: as the speed
// of a surface.
static double lacked_by_rolling(const ns_solver *solver, int number)
{
    const ns_mixing *mixing = &solver->mixing;
    const ns_block *block = numbered(solver, number);
    int64_t at = mixing->first[number];
    double most = 0;
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        at += PART;
        if (!batch->kind.rich)
            continue;
        const double *now = part_of(batch, 1);
        const double *before = column_of(mixing, BEFORE) + at;
        const double *root = column_of(mixing, ROOT) + at;
        for (int i = 0; i < PART; i++) {
            const double inverse_rho = solver->movers.body[batch->b[i % SWEEP_LANES]].inverse_rho;
            const double spin = root[i] * root[i] * fabs(now[i] - before[i]);
            if (spin > 0)
                most = real_max(most, spin / inverse_rho);
        }
        at += PART;
    }
    return most;
}

double solver_lacked(const ns_solver *solver)
{
    const int blocks = busy_blocks(solver) + 1;
    double most = solver->report.residual;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic) reduction(max : most)
    for (int i = 0; i < blocks; i++)
        most = real_max(most, lacked_by_rolling(solver, i));
    return most;
}
