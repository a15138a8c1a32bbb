// course_par.h - a .par file of the course format as it was read; see course.c.
#ifndef SCREE_CASE_COURSE_PAR_H
#define SCREE_CASE_COURSE_PAR_H

#include "base/fail.h"
#include "base/text.h"

#include <stdint.h>

typedef enum key_kind { KEY_TEXT, KEY_NUMBER, KEY_COUNT, KEY_IDLE } key_kind;

typedef struct par_key {
    const char *name;
    key_kind kind;
    bool required;
    double fallback, low;
} par_key;

enum {
    PART_FILE,
    DT,
    TIME_END,
    OUT_FREQ,
    OUT_NAME,
    VTK_FREQ,
    VTK_NAME,
    X_MIN,
    X_MAX,
    Y_MIN,
    Y_MAX,
    Z_MIN,
    Z_MAX,
    X_N,
    Y_N,
    Z_N,
    R_CUT,
    K_S,
    K_DN,
    K_DT,
    K_F,
    REFLECT_X,
    REFLECT_Y,
    REFLECT_Z,
    G_X,
    G_Y,
    G_Z,
    KEYS
};

typedef struct par_stranger { // a line whose key is not of the format
    char *name;               // owned
    int line, column;
} par_stranger;

typedef struct par {
    const char *path;
    const char *within; // see case_families
    fault_list *faults, *notes;
    double number[KEYS];
    char *text[KEYS]; // owned
    int line[KEYS];   // 0: not given, -1: not given and told
    par_stranger *stranger;
    int64_t strangers, stranger_room;
    bool out_of_memory;
    int faulty;
} par;

// The text of the case that the file stands for. `largest`: the radius of the largest grain.
void course_write_case(const par *par, double largest, text_buffer *text);

#endif
