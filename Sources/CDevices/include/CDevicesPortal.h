// Screens that a desktop shows to those programs only that its user lets look: the ScreenCast portal on the session bus (D-Bus), through
// the bus library of systemd, which is loaded when it is first needed.
#ifndef CDEVICES_PORTAL_H
#define CDEVICES_PORTAL_H

#include <stdint.h>

/// A connection to a session bus, and one session of sharing at a time. One thread at a time calls, but for `ak_portal_wake`.
typedef struct ak_Portal ak_Portal;

enum {
    AK_PORTAL_DONE,
    AK_PORTAL_ABSENT,     // there is no bus, or nobody on it shares screens
    AK_PORTAL_REFUSED,    // the user says no
    AK_PORTAL_ENDED,      // the dialog has gone without an answer, or sharing was ended from the desktop's side
    AK_PORTAL_UNWILLING,  // the portal answers with an error, which `ak_portal_reason` has
    AK_PORTAL_SENSELESS,  // the portal answers what makes no sense, and `ak_portal_reason` says what
    AK_PORTAL_STALLED,    // bus or portal do not answer
    AK_PORTAL_WOKEN,      // somebody has called `ak_portal_wake`
    AK_PORTAL_LOST,       // bus or portal are gone
    AK_PORTAL_UNOPENED,   // something was chosen, and the portal has no connection to PipeWire for it; `ak_portal_reason` says why
};

/// What can be shared, as bits with the portal's numbers.
enum { AK_PORTAL_MONITORS = 1, AK_PORTAL_WINDOWS = 2, AK_PORTAL_VIRTUAL_MONITORS = 4 };

/// What pictures can show of the pointer, as bits with the portal's numbers.
enum { AK_PORTAL_HIDES_POINTER = 1, AK_PORTAL_SHOWS_POINTER = 2, AK_PORTAL_TELLS_POINTER = 4 };

/// What a portal can do. The pointer's bits are 0 where it does not say so.
typedef struct ak_PortalFacts {
    uint32_t version, sources, pointers;
} ak_PortalFacts;

/// No token that is longer is kept, nor sent.
enum { AK_PORTAL_LONGEST_TOKEN = 4095 };

/// What is asked for.
typedef struct ak_PortalWish {
    /// Bits of what may be chosen. Those that the portal does not have are left out; there must be one that it has.
    uint32_t sources;
    int shows_pointer;
    /// Whether the answer is to hold for later times too, where the portal can do that (from version 4).
    int is_to_be_remembered;
    /// What came with the answer of an earlier time, or NULL.
    const char *token;
} ak_PortalWish;

/// What was chosen.
typedef struct ak_PortalChoice {
    /// A connection to PipeWire, which now belongs to the caller. It is a socket; whether PipeWire is behind it is not known.
    int descriptor;
    /// The number there of what is shown.
    uint32_t node;
    /// One of the bits above, or 0 where the portal does not say.
    uint32_t source;
    /// In the desktop's units, which need not be pixels; 0 where the portal does not say, or says nonsense.
    int width, height;
    /// What spares the user the question the next time; empty where there is none.
    char token[AK_PORTAL_LONGEST_TOKEN + 1];
} ak_PortalChoice;

/// Whether the library is there.
int ak_portal_has_library(void);
/// Connects to a bus by its address; NULL for the session's, as the environment has it. Only sockets of this machine (`unix:`) count. Each
/// call, and this one too, takes so many milliseconds at most (and twice as many where a bus talks without an end), but for the time that
/// a user takes to answer, after which they begin anew, and for a quarter of a second to say goodbye. Nothing can wake this one. Answers
/// DONE, ABSENT, STALLED or LOST.
int ak_portal_open(ak_Portal **made, const char *address, int milliseconds);
/// Ends sharing, and the connection.
void ak_portal_close(ak_Portal *portal);

/// Learns what the portal can do, without any dialog. A portal that does not run is started where the bus knows how.
int ak_portal_look(ak_Portal *portal, ak_PortalFacts *facts);
/// Asks the user, as long as it takes, and opens what was chosen. Whatever the answer is but DONE, nothing is shared and no dialog stays
/// on the screen; it may be asked again then, and after UNOPENED the token spares the question. A session of before ends.
int ak_portal_ask(ak_Portal *portal, const ak_PortalWish *wish, ak_PortalChoice *choice);
/// Waits until sharing ends, or until a moment of CLOCK_MONOTONIC in nanoseconds (without an end where that is negative). Answers DONE when
/// the moment has come, ENDED, LOST or WOKEN. (While pictures come, `ak_stream_wait` does that too.)
int ak_portal_wait(ak_Portal *portal, int64_t moment);
/// Ends sharing.
void ak_portal_end(ak_Portal *portal);

/// Ends the call that waits, and all that follow until `ak_portal_rest`. Any thread may call.
void ak_portal_wake(ak_Portal *portal);
void ak_portal_rest(ak_Portal *portal);

/// Half a sentence on why the last call has not done what it should, of plain printable characters and bearable length; empty where nobody
/// has said. It lives until the next call.
const char *ak_portal_reason(const ak_Portal *portal);

#endif
