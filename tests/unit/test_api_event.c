// test_api_event.c - calls at times and conditions: when they come, in which order, what they may do, that they change no bit, and
// every refusal by its words.
#include "unit/api_box.h"

#include <scree/event.h>

enum { CALLS_MOST = 100 };

typedef struct diary {
    int64_t step[CALLS_MOST];
    int calls;
    int stops_at; // that call wants no more steps; 0: none does
    char *order;  // of several diaries: the letter of each that is called
    char letter;
} diary;

static int write_down(void *context, scree_world *w)
{
    diary *diary = context;
    if (diary->calls < CALLS_MOST)
        diary->step[diary->calls] = scree_world_steps(w);
    if (diary->order)
        strncat(diary->order, &diary->letter, 1);
    return ++diary->calls == diary->stops_at;
}

static void check_at(scree_world *w, double time, double every, diary *diary, int64_t *id)
{
    scree_error e = {0};
    if (scree_world_at(w, time, every, (scree_event){write_down, diary}, id, &e))
        tell(&e);
    CHECK(!*e.what);
}

static void check_when(scree_world *w, const char *condition, double every, diary *diary)
{
    scree_error e = {0};
    if (scree_world_when(w, condition, every, (scree_event){write_down, diary}, NULL, &e))
        tell(&e);
    CHECK(!*e.what);
}

// Steps of 50 us; however they are taken together, and to the bit as without.
TEST(calls_at_times)
{
    opened plain = open_box(NULL, 1, 1);
    step(plain.world, 600);
    const uint64_t hash = hash_of(plain.world);
    for (int portion = 1; portion <= 600; portion += 599) {
        opened o = open_box(NULL, 1, 1);
        char order[CALLS_MOST] = "";
        diary once = {.order = order, .letter = 'a'};
        diary often = {.order = order, .letter = 'b'};
        diary now = {.order = order, .letter = 'c'};
        diary dense = {0};
        check_at(o.world, 0.01, 0, &once, NULL);
        check_at(o.world, 0.01, 0.005, &often, NULL);
        check_at(o.world, 0, 0, &now, NULL);
        check_at(o.world, 0.0299, 1e-6, &dense, NULL); // no more than once a step
        for (int steps = 0; steps < 600; steps += portion)
            step(o.world, portion);
        CHECK(once.calls == 1 && once.step[0] == 200);
        CHECK(often.calls == 5 && often.step[0] == 200 && often.step[1] == 300 &&
              often.step[4] == 600);
        CHECK(now.calls == 1 && now.step[0] == 0);
        CHECK(dense.calls == 3 && dense.step[0] == 598 && dense.step[2] == 600);
        CHECK_STR(order, "cabbbbb");
        CHECK(hash_of(o.world) == hash);
        close_box(o);
    }
    close_box(plain);
}

// A ball falls: v^2 = (9.81 t)^2.
static const char *const lone_ball[] = {
    "grains.bed.packing={law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0.1 "
    "m, "
    "0.1 m, 0.3 m]}",
    "probes={books: {law: energy}, low: {law: flow-rate, at: 0.2 m, axis: z}}", NULL};

TEST(calls_when_a_condition_holds)
{
    opened o = open_box(lone_ball, 1, 1);
    diary speed = {0};
    diary seldom = {0};
    diary books = {0};
    diary flow = {0};
    diary never = {0};
    check_when(o.world, "speed > 1 m/s", 0, &speed);
    check_when(o.world, "speed > 1 m/s", 10e-3, &seldom);
    check_when(o.world, "books.translational > 1e-3 J and time > 0.01 s", 1e-3, &books);
    check_when(o.world, "low.grains < 0", 0, &flow);
    check_when(o.world, "speed > 100 m/s", 5e-3, &never);
    step(o.world, 3600);
    CHECK(speed.calls == 1 && speed.step[0] == 2039); // 0.10194 s
    CHECK(seldom.calls == 1 && seldom.step[0] == 2200);
    const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-3 * 8e-3 * 8e-3;
    const double time = sqrt(2 * 1e-3 / mass) / 9.81;
    CHECK(books.calls == 1 && books.step[0] == 20 * (int64_t)ceil(1000 * time));
    CHECK(flow.calls == 1 && flow.step[0] == 2856); // it has fallen 0.1 m after 0.14278 s
    CHECK(never.calls == 0);
    close_box(o);
}

// ---- what a call may do

typedef struct doer {
    int64_t cancels, own;
    diary *diary;
    int added;
} doer;

static int do_much(void *context, scree_world *w)
{
    doer *doer = context;
    scree_error e = {0};
    CHECK(scree_world_step(w, 1, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "cannot take steps");
    CHECK(scree_world_cancel(w, doer->cancels, &e) == SCREE_OK);
    CHECK(scree_world_cancel(w, doer->own, &e) == SCREE_OK); // it comes again else
    CHECK(scree_world_at(w, scree_world_time(w), 0, (scree_event){write_down, doer->diary}, NULL,
                         NULL) == SCREE_OK);
    add(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.35}});
    doer->added++;
    return 0;
}

TEST(a_call_changes_the_world_and_the_list)
{
    opened o = open_box(NULL, 1, 1);
    diary cancelled = {0};
    diary later = {0};
    doer doer = {.diary = &later};
    check_at(o.world, 0.02, 0, &cancelled, &doer.cancels);
    CHECK(!scree_world_at(o.world, 0.005, 0.005, (scree_event){do_much, &doer}, &doer.own, NULL));
    step(o.world, 500);
    CHECK(cancelled.calls == 0 && doer.added == 1);
    CHECK(later.calls == 1 && later.step[0] == 101); // after the next step
    CHECK(scree_world_grain_count(o.world) == 301);
    close_box(o);
}

TEST(a_call_stops_the_steps)
{
    opened o = open_box(NULL, 1, 1);
    scree_error e = {0};
    diary diary = {.stops_at = 2};
    check_at(o.world, 0.01, 0.005, &diary, NULL);
    CHECK(scree_world_step(o.world, 1000, &e) == SCREE_STOPPED);
    CHECK_HAS(e.what, "with 700 steps to go");
    CHECK(scree_world_steps(o.world) == 300 && diary.calls == 2);
    CHECK(scree_world_step(o.world, 700, &e) == SCREE_OK);
    CHECK(diary.calls == 9);
    close_box(o);
}

TEST(conditions_go_from_stage_to_stage)
{
    static const char *const settings[] = {
        "probes={books: {law: energy}}",
        "stages=[{name: first, until: 5 ms}, {name: second, until: 10 ms}, {name: third, until: 15 "
        "ms, set: {probes.books: none}}]",
        NULL};
    opened o = open_box(settings, 1, 1);
    scree_error e = {0};
    diary second = {0};
    diary books = {0};
    check_when(o.world, "stage_time > 2 ms and time > 4 ms", 0, &second);
    step(o.world, 180);
    CHECK(second.calls == 1 && second.step[0] == 81);
    check_when(o.world, "books.translational < 0 J", 0, &books);
    CHECK(scree_world_step(o.world, 200, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "condition 'books.translational < 0 J'");
    CHECK_HAS(e.what, "books");
    CHECK(scree_world_steps(o.world) == 301);
    close_box(o);
}

// ---- drives

static const char *const with_hand[] = {
    "walls.hand={material: glass, box: {low: [8 cm, 8 cm, 5 cm], high: [12 cm, 12 cm, 7 cm], side: "
    "outside}, drive: {law: led, speed: 5 m/s}}",
    "grains.bed.packing.count=100",
    "grains.bed.packing.inside={box: {low: [1 cm, 1 cm, 9 cm], high: "
    "[19 cm, 19 cm, 15 cm]}}",
    NULL};

typedef struct stirrer {
    int asked, most;
    double from; // m
} stirrer;

// Up and down by 1 cm, 5 times a second, and turning: from place to place in the step.
static int stir(void *context, const scree_world *w, double velocity[3], double spin[3])
{
    stirrer *stirrer = context;
    const double rate = 10 * 3.14159265358979;
    const double now = scree_world_time(w);
    const double next = now + scree_world_step_size(w);
    CHECK(velocity[2] == 0 && spin[2] == 0);
    velocity[2] = 0.01 * (sin(rate * next) - sin(rate * now)) / (next - now);
    spin[2] = 2;
    return ++stirrer->asked > stirrer->most;
}

TEST(a_drive_of_the_program)
{
    uint64_t hash = 0;
    for (int threads = 1; threads <= 2; threads++) {
        opened o = open_box(with_hand, threads, threads == 2 ? 3 : 1);
        stirrer stirrer = {.most = 10000};
        scree_pose pose;
        scree_error e = {0};
        CHECK(scree_world_drive(o.world, "hand", stir, &stirrer, NULL) == SCREE_OK);
        step(o.world, 1234);
        CHECK(stirrer.asked == 1234);
        const double time = scree_world_time(o.world);
        CHECK(scree_world_wall_pose(o.world, "hand", &pose, NULL) == SCREE_OK);
        CHECK_NEAR(pose.position[2], 0.06 + 0.01 * sin(10 * 3.14159265358979 * time), 1e-9);
        CHECK_NEAR(pose.orientation[3], sin(time), 1e-9); // half of 2 t
        CHECK(ledger_of(o.world, "walls") != 0);
        if (threads == 1)
            hash = hash_of(o.world);
        CHECK(hash_of(o.world) == hash);
        stirrer.most = stirrer.asked + 6;
        CHECK(scree_world_step(o.world, 100, &e) == SCREE_STOPPED);
        CHECK_HAS(e.what, "with 94 steps to go");
        CHECK(scree_world_drive(o.world, "hand", NULL, NULL, NULL) == SCREE_OK);
        step(o.world, 3);
        CHECK(stirrer.asked == 1234 + 7);
        CHECK(scree_world_wall_pose(o.world, "hand", &pose, NULL) == SCREE_OK);
        CHECK(pose.velocity[2] == 0 && pose.spin[2] == 0);
        close_box(o);
    }
}

static int hurry(void *context, const scree_world *w, double velocity[3], double spin[3])
{
    (void)context;
    (void)spin;
    velocity[0] = scree_world_steps(w) < 20 ? 1 : 6;
    return 0;
}

TEST(refusals_of_drives)
{
    opened o = open_box(with_hand, 1, 1);
    scree_error e = {0};
    CHECK(scree_world_drive(o.world, "foot", stir, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, "no wall of that name");
    CHECK(scree_world_drive(o.world, "domain-z-low", stir, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.hint, "{law: led");
    CHECK(scree_world_drive(o.world, "hand", hurry, NULL, &e) == SCREE_OK);
    const double still[3] = {0, 0, 0};
    CHECK(scree_world_wall_move(o.world, "hand", still, still, 1, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "a drive of the program leads this wall (scree_world_drive)");
    CHECK(scree_world_wall_to(o.world, "hand", still, NULL, 1, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "a drive of the program leads this wall (scree_world_drive)");
    CHECK(scree_world_step(o.world, 100, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "walls.hand");
    CHECK_HAS(e.what, "6 m/s");
    CHECK(scree_world_steps(o.world) == 20);
    CHECK(scree_world_drive(o.world, "hand", NULL, NULL, &e) == SCREE_OK);
    CHECK(scree_world_wall_move(o.world, "hand", still, still, 1, &e) == SCREE_OK);
    close_box(o);
}

// ---- what is told

typedef struct told {
    char where[20][60], what[20][120];
    int64_t step[20];
    int notes;
} told;

static void note(void *context, const scree_world *w, const scree_error *note)
{
    told *told = context;
    if (told->notes == 20)
        return;
    snprintf(told->where[told->notes], sizeof *told->where, "%.59s", note->where);
    snprintf(told->what[told->notes], sizeof *told->what, "%.119s", note->what);
    CHECK(note->status == SCREE_OK);
    told->step[told->notes++] = scree_world_steps(w);
}

// A ball leaves over the open top, a stream has no room, and a stage begins.
TEST(a_log_tells_what_happens)
{
    static const char *const settings[] = {
        "grains.bed.packing={law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: "
        "[0.1 "
        "m, 0.1 m, 0.3 m]}",
        "grains.bed.velocity=[0 m/s, 0 m/s, 2 m/s]",
        "domain.boundary.z=open",
        "run.on_loss=remove",
        "regions.niche={box: {low: [1 cm, 1 cm, 1 cm], high: [3 cm, 3 cm, 3 cm]}}",
        "streams.drip={shape: bead, material: glass, rate: 1000/s, inside: niche}",
        "stages=[{name: first, until: 20 ms}, {name: second, until: 80 ms}]",
        NULL};
    opened o = open_box(settings, 1, 1);
    told told = {.notes = 0};
    CHECK(scree_world_log(o.world, note, &told, NULL) == SCREE_OK);
    for (int i = 0; i < 1250; i++)
        step(o.world, 1);
    CHECK(told.notes == 4);
    CHECK_STR(told.where[0], "run.step");
    CHECK_STR(told.where[1], "streams.drip");
    CHECK_HAS(told.what[1], "falls short: it places");
    CHECK_STR(told.where[2], "stages.second");
    CHECK_STR(told.what[2], "begins at t = 0.02 s");
    CHECK(told.step[2] == 401);
    CHECK_STR(told.where[3], "domain");
    CHECK_HAS(told.what[3], "over open borders so far: 1");
    CHECK(scree_world_log(o.world, NULL, NULL, NULL) == SCREE_OK);
    step(o.world, 50);
    close_box(o);
}

TEST(refusals_of_calls)
{
    opened o = open_box(lone_ball, 1, 1);
    scree_error e = {0};
    diary diary = {0};
    int64_t id = 0;
    const scree_event event = {write_down, &diary};
    step(o.world, 10);
    CHECK(scree_world_at(o.world, 0.0004, 0, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "0.0004 s is no time from 0.0005 s on");
    CHECK(scree_world_at(o.world, NAN, 0, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_at(o.world, 1, -1, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "-1 s is no time between calls");
    CHECK(scree_world_at(o.world, 0, 1e-25, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "1e-25 s is less than a thousandth of the time step of 5e-05 s");
    CHECK(scree_world_when(o.world, "time > 1 s", 1e-300, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "1e-300 s is less than a thousandth of the time step of 5e-05 s");
    CHECK(scree_world_at(o.world, 1, 0, (scree_event){0}, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "there is nothing to call");
    CHECK(scree_world_when(o.world, "speed > 1 kg", 0, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "condition 'speed > 1 kg'");
    CHECK_HAS(e.what, "compares a velocity with a mass");
    CHECK(scree_world_when(o.world, "colour > 1", 0, event, NULL, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_cancel(o.world, 7, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.what, "no call of the number 7 is to come");
    check_at(o.world, 1, 0, &diary, &id);
    CHECK(scree_world_cancel(o.world, id, NULL) == SCREE_OK);
    CHECK(scree_world_cancel(o.world, id, NULL) == SCREE_BAD_INPUT);
    close_box(o);
}

TEST_MAIN
