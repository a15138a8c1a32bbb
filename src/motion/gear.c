// gear.c - how Gear's predictor-corrector begins, and how its step changes (gear.h).
#include "motion/gear.h"

gear_body gear_start(v3 position, v3 velocity, q4 orientation, v3 spin, double dt)
{
    gear_body gear = {{{0, 0, 0}}, {{0, 0, 0, 0}}};
    q4 turn = q4_mul(q4_pure(spin), orientation);
    gear.position[0] = position;
    gear.position[1] = v3_scale(dt, velocity);
    gear.orientation[0] = orientation;
    gear.orientation[1] = q4_scale(0.5 * dt, turn);
    return gear;
}

// Time derivatives of w in body axes by Leibniz' rule from I w' = M + L x w, where M' = M x w and L = I w.
static void spin_derivatives(v3 w[4], const inertia *inertia, v3 torque)
{
    v3 moment = inertia->moment;
    v3 inverse = inertia->inverse;

    v3 l = v3_times(moment, w[0]);
    v3 gyroscopic = v3_cross(l, w[0]);
    v3 sum = v3_add(torque, gyroscopic);
    w[1] = v3_times(inverse, sum);

    v3 l_1 = v3_times(moment, w[1]);
    v3 torque_1 = v3_cross(torque, w[0]);
    v3 left_1 = v3_cross(l_1, w[0]);
    v3 right_1 = v3_cross(l, w[1]);
    v3 gyroscopic_1 = v3_add(left_1, right_1);
    v3 sum_1 = v3_add(torque_1, gyroscopic_1);
    w[2] = v3_times(inverse, sum_1);

    v3 l_2 = v3_times(moment, w[2]);
    v3 of_torque_1 = v3_cross(torque_1, w[0]);
    v3 of_torque = v3_cross(torque, w[1]);
    v3 torque_2 = v3_add(of_torque_1, of_torque);
    v3 left_2 = v3_cross(l_2, w[0]);
    v3 right_2 = v3_cross(l, w[2]);
    v3 outer = v3_add(left_2, right_2);
    v3 inner = v3_cross(l_1, w[1]);
    v3 gyroscopic_2 = v3_fma(outer, 2, inner);
    v3 sum_2 = v3_add(torque_2, gyroscopic_2);
    w[3] = v3_times(inverse, sum_2);
}

static const double binomial[3][4] = {{1, 1}, {1, 2, 1}, {1, 3, 3, 1}};

// Derivatives of the orientation above the first from those of the spin in body axes:
// 2 q^(k+1) = sum of binomial(k, j) q^(k-j) w^(j).
static void turn_derivatives(gear_body *gear, const v3 w[4], double dt)
{
    q4 *scaled = gear->orientation;
    q4 d[GEAR_VALUES] = {scaled[0]};
    d[1] = q4_scale(1 / dt, scaled[1]);
    double scale = dt;
    for (int k = 1; k < GEAR_VALUES - 1; k++) {
        q4 sum = {0, 0, 0, 0};
        for (int j = 0; j <= k; j++) {
            double factor = j == k ? 1 : binomial[k - 1][j];
            q4 term = q4_mul(d[k - j], q4_pure(w[j]));
            sum = q4_fma(sum, factor, term);
        }
        d[k + 1] = q4_scale(0.5, sum);
        scale *= dt / (k + 1);
        scaled[k + 1] = q4_scale(scale, d[k + 1]);
    }
}

// The other way: spin and its derivatives in body axes from those of the orientation.
static void spin_of_turn(const gear_body *gear, double dt, v3 w[4])
{
    q4 d[GEAR_VALUES];
    double scale = 1;
    for (int k = 0; k < GEAR_VALUES; k++) {
        d[k] = q4_scale(1 / scale, gear->orientation[k]);
        scale *= dt / (k + 1);
    }
    q4 back = q4_conjugate(d[0]);
    for (int k = 0; k < GEAR_VALUES - 1; k++) {
        q4 rest = q4_scale(2, d[k + 1]);
        for (int j = 0; j < k; j++) {
            double factor = -binomial[k - 1][j];
            q4 term = q4_mul(d[k - j], q4_pure(w[j]));
            rest = q4_fma(rest, factor, term);
        }
        q4 value = q4_mul(back, rest);
        w[k] = v3_make(value.x, value.y, value.z);
    }
}

void gear_begin(gear_body *gear, const inertia *inertia, v3 acceleration, v3 torque, double dt)
{
    q4 orientation = gear->orientation[0];
    v3 spin = gear_spin(gear, dt);
    v3 body_torque = q4_unrotate(orientation, torque);
    v3 w[4] = {q4_unrotate(orientation, spin)};
    spin_derivatives(w, inertia, body_torque);
    gear->position[2] = v3_scale(0.5 * dt * dt, acceleration);
    turn_derivatives(gear, w, dt);
}

// The derivatives of the orientation are of the spin as well, by products.
void gear_push(gear_body *gear, v3 velocity, v3 spin, double dt)
{
    q4 orientation = gear->orientation[0];
    v3 w[4];
    spin_of_turn(gear, dt, w);
    v3 body_spin = q4_unrotate(orientation, spin);
    w[0] = v3_add(w[0], body_spin);
    q4 turn = q4_mul(q4_pure(spin), orientation);
    gear->position[1] = v3_fma(gear->position[1], dt, velocity);
    gear->orientation[1] = q4_fma(gear->orientation[1], 0.5 * dt, turn);
    turn_derivatives(gear, w, dt);
}

void gear_rescale(gear_body *gear, double ratio)
{
    double power = 1;
    for (int k = 1; k < GEAR_VALUES; k++) {
        power *= ratio;
        gear->position[k] = v3_scale(power, gear->position[k]);
        gear->orientation[k] = q4_scale(power, gear->orientation[k]);
    }
}
