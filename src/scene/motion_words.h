// motion_words.h - motions in words: by them a branch or a stage sees whether a wall has the motion that it had before.
//
// Words are for comparison alone. Numbers stand as their bits, so that no locale and no rounding has a say; what has its
// default stands nowhere, so that a row which a later version adds changes nothing.
#ifndef SCREE_SCENE_MOTION_WORDS_H
#define SCREE_SCENE_MOTION_WORDS_H

#include "base/text.h"
#include "scene/drive.h"

// All values of a choice, files by their names; nothing where nothing is chosen.
void choice_words(text_buffer *out, const choice *choice);

// Of drives whose times count from `clock`, s: all that decides whether the motion is another one. What may change while it
// goes on (drive.passing) is left out, files count by what they hold, and times are those of the run.
void drive_chain_words(text_buffer *out, const drive_chain *chain, double clock);
// Is the motion of the words `is` that of `was`, or does it differ only in beginnings and ends that are still to come at the
// time `now` of the run, s?
bool drive_words_go_on(const char *was, const char *is, double now);

#endif
