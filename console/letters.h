// letters.h - the note that words of a picture lack their font.
#ifndef SCREE_CONSOLE_LETTERS_H
#define SCREE_CONSOLE_LETTERS_H

// On stderr, after a picture was drawn; nothing where the font is there.
void note_missing_letters(void);

#endif
