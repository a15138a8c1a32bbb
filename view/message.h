// message.h - what a page asks for: one flat JSON object of texts, numbers and flags, such as {"do": "frame", "at": 12}.
//
// It comes from outside, so all of it is bounded: bytes, members, lengths. What is not such an object is refused with a reason.
#ifndef SCREE_VIEW_MESSAGE_H
#define SCREE_VIEW_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESSAGE_BYTES = 4096, MESSAGE_MEMBERS = 16, MESSAGE_NAME = 32, MESSAGE_TEXT = 256 };

typedef enum message_kind { MESSAGE_IS_TEXT, MESSAGE_IS_NUMBER, MESSAGE_IS_FLAG } message_kind;

typedef struct message_member {
    char name[MESSAGE_NAME];
    message_kind kind;
    char text[MESSAGE_TEXT];
    double number; // of a flag 0 or 1
} message_member;

typedef struct message {
    int members;
    message_member member[MESSAGE_MEMBERS];
} message;

// NULL, or why it is none; then the message holds nothing.
const char *message_read(message *out, const char *text, size_t length);

// NULL: there is no such member, or it is of another kind.
const char *message_text(const message *message, const char *name);
bool message_number(const message *message, const char *name, double *out);
// A number that is not given is `usual`. False: there is a member of the name that is no number from `low` to `high`, or not whole.
bool message_whole(const message *message, const char *name, const int64_t range[2], int64_t usual,
                   int64_t *out);
bool message_flag(const message *message, const char *name); // false also where there is none

#endif
