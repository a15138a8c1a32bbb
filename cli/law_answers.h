// law_answers.h - what the laws of a contact answer along a path: a table with a row for each row of the path, as a file or JSON.
#ifndef SCREE_CLI_LAW_ANSWERS_H
#define SCREE_CLI_LAW_ANSWERS_H

#include "cli/law_job.h"
#include "cli/law_path.h"
#include "store/json.h"

#include <stdio.h>

enum { ANSWER_COLUMNS = 16 };

typedef struct law_answers {
    double *value; // ANSWER_COLUMNS a row, owned
    int64_t rows;
} law_answers;

#define ANSWERS_HEAD "overlap [m],push [N],"

// Moves a contact of grains of that density along the path, whose places follow from forces where it has those. Returns ARGS_GO_ON
// or an exit code after a message. Clear also after a fault.
int law_answers_find(const law_job *job, const law_set *set, double density, law_path *way,
                     law_answers *out);
void law_answers_clear(law_answers *answers);

void law_answers_put(const law_answers *answers, FILE *to);
// Into the object that is open: `columns`, with all `values` where `whole`, else with their ends.
void law_answers_tell(const law_answers *answers, bool whole, json *line);

#endif
