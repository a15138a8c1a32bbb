// solids.h - what two materials are to each other as solids (law_pair): E* and G*, mixed from both or of the pair itself
// (docs/laws.md, "Two materials").
#ifndef SCREE_LAW_SOLIDS_H
#define SCREE_LAW_SOLIDS_H

#include "law/law.h"
#include "state/model.h"

law_pair law_solids(const model *model, const model_material *a, const model_material *b,
                    const model_pair *own);

#endif
