// law.h - contact laws of a program: how hard two bodies push each other apart is told by a function of the program, for many
// contacts at a time. The conventions are those of scree.h.
//
//     static int spring(void *context, int64_t count, const double *pair, const double *given, double *kept,
//                       double *answer)
//     {
//         for (int64_t i = 0; i < count; i++) {
//             const double overlap = given[SCREE_LAW_OVERLAP * SCREE_LAW_MOST + i];
//             answer[SCREE_LAW_ELASTIC * SCREE_LAW_MOST + i] = pair[0] * overlap;
//             answer[SCREE_LAW_STIFFNESS * SCREE_LAW_MOST + i] = pair[0];
//             answer[SCREE_LAW_ENERGY * SCREE_LAW_MOST + i] = 0.5 * pair[0] * overlap * overlap;
//         }
//         return 0;
//     }
//     const scree_law_parameter stiffness = {.name = "stiffness", .unit = "N/m", .fallback = NAN, .low = 0, .high = INFINITY};
//     const scree_law_terms terms = {.name = "spring", .version = 1, .parameter = &stiffness, .parameters = 1, .rise = 1,
//                                    .push = spring};
//     scree_law_create(&terms, &law, &e);                     // scree_law *law
//     const scree_law *laws[] = {law, NULL};
//     scree_case_read_with("bed.yaml", NULL, laws, &c, &e);   // pairs: {default: {normal: {law: own-spring, stiffness: 1e5 N/m}, ...}}
//
// It is the normal law `own-NAME` of cases that are read with it, beside any laws of the other slots that go with linear springs of given
// stiffness or with moduli: tangential laws see the contact radius sqrt(R* overlap) of elastic spheres. It works between grains of any
// shape and at walls, by forces (`solver: smooth`) alone, and while the bodies overlap. Attractions, friction and resistance to rolling may be
// of a program as well (scree_law_kind). docs/laws/normal-own.md, cohesion-own.md, tangential-own.md and rolling-own.md have more of it.
#ifndef SCREE_LAW_H
#define SCREE_LAW_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

// Contacts of one call, at most; rows of numbers are so far apart: contact i of row j stands at [j * SCREE_LAW_MOST + i].
enum {
    SCREE_LAW_MOST = 64,
    SCREE_LAW_PARAMETERS = 8,
    SCREE_LAW_KEPT = 10,
    SCREE_LAW_SPRING_KEPT = 7
};

// What is the same for all contacts of a call: the parameters in their order, and from here on
enum {
    SCREE_LAW_STEP = SCREE_LAW_PARAMETERS, // s, that led here
    SCREE_LAW_MODULUS,                     // E* of the pair of materials, Pa; 0: both are rigid
    SCREE_LAW_SHEAR_MODULUS,               // G*, likewise
    SCREE_LAW_PAIR
};
// Rows that are given. More may come behind them in later versions.
enum {
    SCREE_LAW_OVERLAP, // m; above 0, also of a contact that parts in this step, whose push is not used
    SCREE_LAW_CLOSING, // speed at which the bodies close, as dashpots want it, m/s; below 0: they part
    SCREE_LAW_APPROACH, // the same over the step that led here, of bodies that have just met as they touched, m/s
    SCREE_LAW_RADIUS, // R*, m
    SCREE_LAW_MASS,   // m*, kg
    // Of a law that pulls; closing and approach are 0 there:
    SCREE_LAW_CONTACT, // contact radius that the normal law tells, m
    SCREE_LAW_PUSH,    // its push, N
    // Of a spring, across the normal or against rolling, which has contact radius and push as well: the push is that by which friction
    // goes, not below 0, and 0 where damping takes all of it. Closing and approach are 0 there. What the normal law tells:
    SCREE_LAW_NORMAL_STIFFNESS, // N/m
    SCREE_LAW_NORMAL_DASHPOT,   // N s/m
    SCREE_LAW_GRIP, // radius a by which elastic solids have the stiffness 8 G* a across the normal, m
    // and of the spring itself:
    SCREE_LAW_SLIP, // speed by which it is stretched in the step that led here, m/s; against rolling rad/s
    SCREE_LAW_RATE, // the same at the time of the positions, as dashpots want it
    SCREE_LAW_HELD, // what it held one step ago, N; against rolling N m
    SCREE_LAW_SLID, // 1: it slid one step ago; only of laws with `slides`
    SCREE_LAW_GIVEN
};
// Rows that are asked for, all 0 at first. More may come behind them, which may then be left at 0.
enum {
    SCREE_LAW_ELASTIC, // the part of the push that is stored, N
    SCREE_LAW_DAMPING, // the part that is lost, N, c times the closing speed; the sum of both is not below 0
    SCREE_LAW_STIFFNESS, // d(elastic)/d(overlap), N/m, not below 0: `step: auto` and springs across the normal go by it
    SCREE_LAW_DASHPOT, // c, N s/m, not below 0, which other laws may take a share of, and by which `step: auto` goes
    SCREE_LAW_ENERGY, // stored now, J, not below 0
    SCREE_LAW_LOST, // lost in this step otherwise than by `damping`, such as by plastic flow, J, not below 0
    // Of a spring, beside stiffness and dashpot, which are its own there (against rolling N m and N m s):
    SCREE_LAW_FRICTION, // the most that it carries, as a share of the push; against rolling of R* times the push; not below 0
    SCREE_LAW_SLIDING,  // the same while it slides, not above that; only of laws with `slides`
    SCREE_LAW_ANSWERS
};

// Answers `count` contacts of one pair of materials. `kept` are the rows of numbers that contacts keep from step to step, 0 as they begin: read
// and written, they are part of the state. What a contact is answered depends on its own numbers alone, so that results have the
// same bits for any number of threads: keep nothing elsewhere, and let the compiler not contract (-ffp-contract=off).
// It is called from several threads at once, in looks at the state too (of which `kept` is forgotten). Other than 0: it
// has failed. Then, and where an answer or what it keeps is no number or out of its range, the step, or the look, ends with SCREE_DIVERGED. It may call what threads may call; of this library nothing that takes the world that asks, its case or its frames, which it finds in the middle of their work; other worlds it may use. It returns: no exception, no longjmp, no end of the thread.
typedef int scree_law_function(void *context, int64_t count, const double *pair,
                               const double *given, double *kept, double *answer);

// A value that the case gives for a pair, by name and with its unit.
typedef struct scree_law_parameter {
    const char *name; // letters a-z, digits and '_'
    const char *unit; // of SI: "N/m", "Pa", "1"; cases may write any other of that kind, as kN/m
    double fallback;  // in that unit as the range is, where the case gives none; NAN: it must
    double low, high; // range
    const char *doc;  // a line for messages; NULL: none
} scree_law_parameter;

// What a law is in cases.
typedef enum scree_law_kind {
    // {normal: {law: own-NAME, ...}}: it pushes the bodies apart.
    SCREE_LAW_NORMAL,
    // {cohesion: ...}: an attraction beside the normal law, as long as the surfaces overlap. It answers its pull, N, not below 0, as
    // SCREE_LAW_ELASTIC, the energy that it holds, J, as SCREE_LAW_ENERGY, below 0 of a well, and what is lost in this step, J, as
    // SCREE_LAW_LOST; all else is left at 0. Friction goes by the push without it.
    SCREE_LAW_COHESION,
    // {tangential: ...} and {rolling: ...}: a spring with a dashpot and a limit, across the normal, and against the part of the relative
    // spin in the contact plane. The library has the spring: it stretches, turns with the contact, is cut back to the limit, and ends; its
    // energy and what is lost are in the books. The function answers stiffness, dashpot, friction and sliding as they are now, and
    // leaves all else at 0; with a stiffness of 0 there is a dashpot alone.
    SCREE_LAW_TANGENTIAL,
    SCREE_LAW_ROLLING
} scree_law_kind;

// How the stiffness of a spring goes on from step to step. As it falls, the force falls with it, and the energy of that is lost. Other
// than with SCREE_LAW_FREE, where a contact keeps the stiffness for that, the library takes the word of the law for it.
typedef enum scree_law_follows {
    SCREE_LAW_FREE,           // as it is answered
    SCREE_LAW_STILL,          // a contact has always the same
    SCREE_LAW_WITH_STIFFNESS, // a share of that of the normal law
    SCREE_LAW_WITH_GRIP       // a share of its grip; not against rolling
} scree_law_follows;

#define SCREE_LAW_NO_DASHPOT (-1.0)
#define SCREE_LAW_AS_NORMAL (-2.0)

typedef struct scree_law_terms {
    const char *name; // letters a-z, digits and '_': `latch` is own-latch in cases
    int version;     // at least 1; one more when the function changes: old states then do not go on
    const char *doc; // a line; NULL: none
    const scree_law_parameter *parameter; // in the order of `pair` of the function
    int parameters;                       // up to SCREE_LAW_PARAMETERS
    int kept; // numbers that a contact keeps, up to SCREE_LAW_KEPT; of a spring up to SCREE_LAW_SPRING_KEPT
    // The elastic push begins and ends as the overlap to the power `rise`, 1 to 3: 1 of a spring, 1.5 of spheres. So does the stiffness
    // of a spring that is SCREE_LAW_FREE, 0 to 2: 0 where it is there at once, 0.5 as the radius of a contact of spheres. Of
    // other laws it counts for nothing.
    double rise;
    // Damping begins in an impact as time to the power `onset`, 0 to 2: 0 suddenly, 0.25 as Tsuji's. Of a spring SCREE_LAW_AS_NORMAL is that
    // of the normal law, and SCREE_LAW_NO_DASHPOT says that there is none, and none is answered. Of an attraction it counts for nothing.
    double onset;
    int yields; // of a normal law: an overlap may stay when the push has fallen to zero, as of springs that latch
    int alone; // not for several threads at once: worlds take one thread, and refuse more
    scree_law_function *push;
    void *context;
    // Called when the law has ended, and the last case, world and frame with it; NULL: nobody asks. Not called for a law that is refused.
    void (*release)(void *context);
    // Asked for words on it, of up to `room` bytes with the zero at their end, after the function has answered other than 0, by the
    // thread that takes the step or the look; they stand in the error, which later calls to a world that is spent repeat. NULL: nobody is.
    void (*why)(void *context, char *words, int room);
    scree_law_kind kind;
    scree_law_follows follows; // of a spring
    int slides; // of a spring: it carries less while it slides, as SCREE_LAW_SLIDING says
} scree_law_terms;

typedef struct scree_law scree_law;

// Makes a law of these terms, which are copied. Refused: names and ranges that are none, more parameters or kept numbers than there may
// be, two parameters of one name, units that are none or are not SI, no function.
scree_status scree_law_create(const scree_law_terms *terms, scree_law **out, scree_error *error);
// Ends the law for the caller. Cases and worlds that were made with it go on with it.
void scree_law_destroy(scree_law *law);

// scree_case_read and scree_case_parse of cases that may name these laws, a list that ends with NULL, of up to 16. A snapshot
// that was made with a law of a program goes on only in a case that was read with a law of that name and version. *out is NULL
// where there are more, or two of one name.
scree_status scree_case_read_with(const char *path, const char *const *settings,
                                  const scree_law *const *laws, scree_case **out,
                                  scree_error *error);
scree_status scree_case_parse_with(const char *text, const char *name, const char *const *settings,
                                   const scree_law *const *laws, scree_case **out,
                                   scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
