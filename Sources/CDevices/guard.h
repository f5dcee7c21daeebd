// Cuts connections that keep somebody waiting.
#ifndef CDEVICES_GUARD_H
#define CDEVICES_GUARD_H

#include <stdint.h>

/// Milliseconds of the clock that deadlines are on.
int64_t ak_milliseconds(void);

/// A connection that is cut when a moment has come. Libraries wait for the rest of what a server has begun to send, or read as long as it
/// sends, whatever comes.
typedef struct ak_Guard {
    int descriptor;
    int64_t deadline;
    int has_cut;
    struct ak_Guard *next;
} ak_Guard;

/// Watches over a descriptor, until the end; 0 where that cannot be done.
int ak_guard_begin(ak_Guard *guard, int descriptor, int64_t deadline);
void ak_guard_end(ak_Guard *guard);

#endif
