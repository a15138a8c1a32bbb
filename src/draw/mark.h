// mark.h - the words that all pictures and films of ours carry, so that a newer one may replace them, and nothing else is replaced: in a
// PNG file as the text `Software` near its beginning, in others as a comment at their end.
#ifndef SCREE_DRAW_MARK_H
#define SCREE_DRAW_MARK_H

#define DRAW_MARK "made by Scree"

#endif
