// mixing.c - sweeps that are mixed: the slow motions of a system are taken from what the last sweeps did to it.
//
// A sweep is a map of all impulses, p -> S(p), and the step wants its fixed point. Where a heavy body lies on light ones,
// or a stack bends, few motions converge by a thousandth in a sweep and all others at once. What a sweep changes,
// f = S(p) - p, is nearly linear in p near the fixed point, so a linear combination of the last sweeps whose f is the
// smallest is far ahead of all of them (D. G. Anderson, J. ACM 12 (1965) 547; H. F. Walker and P. Ni, SIAM J. Numer.
// Anal. 49 (2011) 1715, type II):
//   p' = S_k - sum_j y_j (S_j+1 - S_j),   y: least squares of f_k - sum_j y_j (f_j+1 - f_j)
// over the last MIX_KEPT changes; squares are weighted with the inverse mass that a contact feels, which makes them energies.
// Looks are some sweeps apart, which costs less than one at each and is nearly as good (docs/lab/nonsmooth.md has what
// else was tried). Velocities are linear in the impulses, so they are mixed with the same y. What is mixed need not be
// within the cones; the next sweep brings it back, and a step ends with a sweep. Cones make the map nonlinear: where f
// grows by more than `growth`, the past is forgotten.
//
// Sums go block by block in the order of sweeps, each over eight lanes on their own: neither threads nor widths change
// a bit.
#include "nonsmooth/mixing.h"

#include "nonsmooth/division.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double growth = 4;          // of the sum of squares over the least of all
static const double independent = 1e-10; // share of a square that others must leave

// ---- where everything stands

// Columns of a batch that hold impulses: push and friction, and of rich ones rolling and twisting, each MIX_ROWS.
static int parts_of(sweep_kind kind)
{
    return kind.rich ? 2 : 1;
}

static double *part_of(const sweep_batch *batch, int part)
{
    int first = part == 0 ? B_PUSH : sweep_rich_column(batch->kind) + R_ROLL;
    return batch->column + (size_t)first * SWEEP_LANES;
}

enum { PART = MIX_ROWS * SWEEP_LANES };

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

// What is as long as all impulses, and as all velocities.
enum { BEFORE, LACKED, SWEPT, LACKED_CHANGE, SWEPT_CHANGE = LACKED_CHANGE + MIX_KEPT };
enum { COLUMNS = SWEPT_CHANGE + MIX_KEPT };
enum { VELOCITY, VELOCITY_CHANGE, VELOCITY_COLUMNS = VELOCITY_CHANGE + MIX_KEPT };

static double *column_of(const ns_mixing *mixing, int number)
{
    return mixing->impulse + (int64_t)number * mixing->impulses;
}

// A record of eight numbers for each mover, what does not change among them.
static double *velocity_of(const ns_solver *solver, int number)
{
    return solver->mixing.velocity + (int64_t)number * SWEEP_LANES * solver->movers.count;
}

static double *record_of(const ns_solver *solver, int32_t at)
{
    _Static_assert(sizeof(mover) == SWEEP_LANES * sizeof(double), "a mover is a row of numbers");
    return solver->movers.body[at].velocity;
}

bool solver_reserve_mixing(ns_solver *solver)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    const int64_t movers = (int64_t)SWEEP_LANES * solver->movers.count;
    if (!MEM_GROW(mixing->first, mixing->first_room, blocks) ||
        !MEM_GROW(mixing->sum, mixing->sum_room, (int64_t)blocks * MIX_SUMS))
        return false;
    mixing->impulses = 0;
    for (int i = 0; i < blocks; i++) {
        const ns_block *block = numbered(solver, i);
        mixing->first[i] = mixing->impulses;
        for (int32_t k = 0; k < block->batches; k++)
            mixing->impulses += (int64_t)parts_of(block->batch[k].kind) * PART;
    }
    return MEM_GROW(mixing->root, mixing->root_room, mixing->impulses / MIX_ROWS + 1) &&
           MEM_GROW(mixing->impulse, mixing->impulse_room, COLUMNS * mixing->impulses + 1) &&
           MEM_GROW(mixing->velocity, mixing->velocity_room, VELOCITY_COLUMNS * movers + 1);
}

void solver_free_mixing(ns_mixing *mixing)
{
    free(mixing->first);
    free(mixing->sum);
    free(mixing->root);
    free(mixing->impulse);
    free(mixing->velocity);
}

// ---- looks

// The root of what makes an energy of the square of an impulse.
static void weigh(const ns_solver *solver, const ns_block *block, ns_stage stage, double *root)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const bool rich = block->batch[k].kind.rich;
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            int32_t at = block->lane[k][lane];
            double push = 0;
            double roll = 0;
            if (at >= 0) {
                const ns_contact *contact = &solver->network.contact[at];
                const contact_feels feels = contact_feel(solver, contact);
                const double soft = stage == STAGE_IMPACTS ? 0 : real_max(contact->soft, 0);
                push = sqrt(feels.normal + soft);
                roll = sqrt(real_max(feels.rolling, 0));
            }
            root[lane] = push;
            if (rich)
                root[SWEEP_LANES + lane] = roll;
        }
        root += parts_of(block->batch[k].kind) * SWEEP_LANES;
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

static double sum_of(const double lane[SWEEP_LANES])
{
    double even = (lane[0] + lane[2]) + (lane[4] + lane[6]);
    double odd = (lane[1] + lane[3]) + (lane[5] + lane[7]);
    return even + odd;
}

// What the last sweep did to the impulses of a block, how that and the impulses differ from the look before, and the
// sums of products.
static void look_at_block(const ns_solver *solver, int number, double sums[MIX_SUMS])
{
    const ns_mixing *mixing = &solver->mixing;
    const ns_block *block = numbered(solver, number);
    int64_t at = mixing->first[number];
    double sum[MIX_SUMS][SWEEP_LANES];
    memset(sum, 0, sizeof sum);
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int i = 0; i < parts_of(batch->kind); i++, at += PART) {
            mix_part part = {
                .now = part_of(batch, i),
                .before = column_of(mixing, BEFORE) + at,
                .root = mixing->root + at / MIX_ROWS,
                .lacked = column_of(mixing, LACKED) + at,
                .swept = column_of(mixing, SWEPT) + at,
                .lacked_change = column_of(mixing, LACKED_CHANGE + mixing->newest) + at,
                .swept_change = column_of(mixing, SWEPT_CHANGE + mixing->newest) + at,
                .kept = mixing->kept,
            };
            for (int j = 0; j < mixing->kept; j++)
                part.change[j] = column_of(mixing, LACKED_CHANGE + j) + at;
            solver->kernel->look(&part, sum);
        }
    }
    for (int i = 0; i < MIX_SUMS; i++)
        sums[i] = sum_of(sum[i]);
}

static void look_at_movers(const ns_solver *solver)
{
    double *swept = velocity_of(solver, VELOCITY);
    double *change = velocity_of(solver, VELOCITY_CHANGE + solver->mixing.newest);
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int32_t i = 0; i < solver->movers.count; i++) {
        const double *now = record_of(solver, i);
        const int64_t at = (int64_t)SWEEP_LANES * i;
        for (int k = 0; k < SWEEP_LANES; k++) {
            change[at + k] = now[k] - swept[at + k];
            swept[at + k] = now[k];
        }
    }
}

// All blocks together, in their order.
static void look(ns_solver *solver, double sums[MIX_SUMS])
{
    const int blocks = busy_blocks(solver) + 1;
    double *sum = solver->mixing.sum;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++) {
        if (division_mine(solver, i))
            look_at_block(solver, i, &sum[i * MIX_SUMS]);
    }
    division_share_rows(solver, sum, MIX_SUMS);
    look_at_movers(solver);
    memset(sums, 0, MIX_SUMS * sizeof *sums);
    for (int i = 0; i < blocks * MIX_SUMS; i++)
        sums[i % MIX_SUMS] += sum[i];
}

// ---- the least squares

// The newest change is what is lacking now less what was lacking at the look before, of which the products are known.
static void take_sums(ns_mixing *mixing, const double sums[MIX_SUMS])
{
    const int newest = mixing->newest;
    for (int j = 0; j < mixing->kept; j++) {
        double product = sums[MIX_PRODUCT + j] - mixing->wanted[j];
        mixing->gram[newest][j] = product;
        mixing->gram[j][newest] = product;
        mixing->wanted[j] = sums[MIX_PRODUCT + j];
    }
    mixing->gram[newest][newest] = sums[MIX_CHANGE];
}

// Elimination of the symmetric system; a change that the earlier ones nearly make up takes no part.
static void least_squares(const ns_mixing *mixing, double share[MIX_KEPT])
{
    const int count = mixing->kept;
    double matrix[MIX_KEPT][MIX_KEPT];
    double right[MIX_KEPT];
    bool takes_part[MIX_KEPT];
    memcpy(matrix, mixing->gram, sizeof matrix);
    memcpy(right, mixing->wanted, sizeof right);
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
            const double *change[MIX_KEPT];
            for (int j = 0; j < mixing->kept; j++)
                change[j] = column_of(mixing, SWEPT_CHANGE + j) + at;
            solver->kernel->take(part_of(batch, part), change, share, mixing->kept, MIX_ROWS);
        }
    }
}

static void mix_movers(const ns_solver *solver, const double *share)
{
    const double *change[MIX_KEPT];
    for (int j = 0; j < solver->mixing.kept; j++)
        change[j] = velocity_of(solver, VELOCITY_CHANGE + j);
    solver->kernel->take(record_of(solver, 0), change, share, solver->mixing.kept,
                         solver->movers.count);
}

void solver_mix(ns_solver *solver)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    const bool first = mixing->looks == 0;
    double sums[MIX_SUMS];
    mixing->newest = mixing->kept < MIX_KEPT ? mixing->kept : (mixing->newest + 1) % MIX_KEPT;
    mixing->wanted[mixing->newest] = 0;
    mixing->kept += !first && mixing->kept < MIX_KEPT;
    look(solver, sums);
    take_sums(mixing, sums);
    mixing->looks++;
    if (first || sums[MIX_LACKED] > growth * mixing->least) {
        mixing->least = sums[MIX_LACKED];
        mixing->kept = 0;
        mixing->looks = 1;
        return;
    }
    mixing->least = real_min(mixing->least, sums[MIX_LACKED]);
    double share[MIX_KEPT];
    least_squares(mixing, share);
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++) {
        if (division_mine(solver, i))
            mix_block(solver, i, share);
    }
    mix_movers(solver, share);
}

void solver_begin_mixing(ns_solver *solver, ns_stage stage)
{
    ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
    const size_t impulses = (size_t)mixing->impulses;
    const size_t movers = (size_t)SWEEP_LANES * (size_t)solver->movers.count;
    mixing->kept = 0;
    mixing->newest = 0;
    mixing->looks = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++) {
        if (division_mine(solver, i))
            weigh(solver, numbered(solver, i), stage, mixing->root + mixing->first[i] / MIX_ROWS);
    }
    memset(column_of(mixing, LACKED), 0, impulses * sizeof(double));
    memset(column_of(mixing, SWEPT), 0, impulses * sizeof(double));
    memset(velocity_of(solver, VELOCITY), 0, movers * sizeof(double));
}

void solver_keep_swept(ns_solver *solver)
{
    const ns_mixing *mixing = &solver->mixing;
    const int blocks = busy_blocks(solver) + 1;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < blocks; i++) {
        if (division_mine(solver, i))
            keep_block(numbered(solver, i), column_of(mixing, BEFORE) + mixing->first[i]);
    }
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
        const double *root = mixing->root + at / MIX_ROWS;
        for (int i = 0; i < PART; i++) {
            const double inverse_rho = solver->movers.body[batch->b[i % SWEEP_LANES]].inverse_rho;
            const double feels = root[i % SWEEP_LANES] * root[i % SWEEP_LANES];
            const double spin = feels * fabs(now[i] - before[i]);
            if (spin > 0)
                most = real_max(most, spin / inverse_rho);
        }
        at += PART;
    }
    return most;
}

double solver_lacked(ns_solver *solver)
{
    const int blocks = busy_blocks(solver) + 1;
    double most = solver->report.residual;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic) reduction(max : most)
    for (int i = 0; i < blocks; i++) {
        if (division_mine(solver, i))
            most = real_max(most, lacked_by_rolling(solver, i));
    }
    return division_most(solver, most);
}
