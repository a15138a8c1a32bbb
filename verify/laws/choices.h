// choices.h - laws to put to the test: every law of the library, with parameters, and pairs of them that go together.
#ifndef SCREE_VERIFY_LAWS_CHOICES_H
#define SCREE_VERIFY_LAWS_CHOICES_H

#include "verify/laws/laws.h"

enum { KNOWN_MOST = 64, LAWS_ROOM = 700 };

// A law with parameters for soft balls of some millimetres at 1 m/s.
typedef struct known {
    int slot;
    const char *law, *parameters, *note; // note: where a law stands in a list more than once
} known;

typedef struct known_list {
    known item[KNOWN_MOST];
    int count;
} known_list;

// All laws of a slot, those with parameters of our choice first, each at least once; then the others with the example
// that they give themselves. The tangential ones begin with none.
void known_laws(int slot, known_list *out);
// The one of that name without a note.
known known_law(int slot, const char *name);
bool known_is(const known *known, unsigned traits); // all of them (law/law.h)
bool known_is_law(const known *known);              // it is not `none`
bool known_same(const known *one, const known *other);

// A law for each slot, NULL: none.
typedef struct choice_of_laws {
    const known *slot[LAW_SLOTS];
} choice_of_laws;

bool choice_allowed(const choice_of_laws *laws); // the laws go together
bool choice_attracts(const choice_of_laws *laws);
void choice_write(const choice_of_laws *laws, char out[LAWS_ROOM]); // as YAML

extern const scene_material law_softish;

void verify_laws_steps(verify *verify); // how many steps an impact needs

#endif
