// cards.h - cards of materials: density, moduli, and what two materials do as they meet, each value with its published
// source. A card is one file, src/case/cards/NAME.yaml, which the build finds; docs/materials.md lists them all.
//
// A case takes a card by `materials: {beans: {from: soybean}}`, and what was published of two by `pairs: {beans-steel:
// {from: cards, ...}}`. What the case gives itself goes before the card.
#ifndef SCREE_CASE_CARDS_H
#define SCREE_CASE_CARDS_H

#include "base/embedded.h"
#include "case/reader.h"

extern const embedded_text card_texts[]; // in alphabetical order; NULL ends them

// One value of a card.
typedef struct card_value {
    const char *partner; // the card of the other material; NULL: of this one alone
    const char *key;     // "density", "restitution"
    const node *value;
    const char *source; // the publication
} card_value;

enum { CARD_VALUES_MOST = 40 };
typedef struct card {
    const char *name, *title;
    const char *note; // NULL: none
    card_value value[CARD_VALUES_MOST];
    int values;
    node *tree; // owned; holds all texts
} card;

int card_count(void);
const char *card_name(int i);
// The card of that name, for card_clear. False: there is none, or no memory.
bool card_open(const char *name, card *out);
void card_clear(card *card);

// Writes the values of cards into the case, where it names them: `from` of materials and of pairs. To be called before
// anything is read.
void cards_apply(reader *reader, node *root);

#endif
