// own_ask.h - the terms of a law of a program, for what asks its function (own_ask.c).
#ifndef SCREE_LAW_OWN_ASK_H
#define SCREE_LAW_OWN_ASK_H

#include "law/own.h"

// Its words and parameters are those of the plug-in.
const scree_law_terms *own_terms(const law_own *own);

#endif
