// Requests to web servers with libcurl, which is loaded when it is first needed.
#ifndef CTRANSFERS_H
#define CTRANSFERS_H

#include <stddef.h>
#include <stdint.h>

/// One request at a time, over connections that are kept for the next one. One thread at a time may use it.
typedef struct ak_Transfer ak_Transfer;

/// What is asked for, and how.
typedef struct {
    /// Without name and password.
    const char *url;
    /// NULL where the server learns none.
    const char *name, *password;
    const char *user_agent;
    /// Certificates of authorities, a file and a folder; NULL for those that the library was built with.
    const char *authorities_file, *authorities_folder;
    /// The first byte that is wanted.
    int64_t offset;
    int redirect_limit;
    /// It may not be sent on to where everybody on the way can read it.
    int is_secure;
    /// Is asked about each address that an answer sends on to, before anybody connects to it; NULL allows all. The context has to
    /// live as long as the transfer.
    int (*allows)(void *context, const char *url);
    void *context;
} ak_Request;

/// Why a transfer ended.
typedef enum {
    ak_transfer_complete,
    ak_transfer_no_address,
    ak_transfer_sent_nowhere,
    ak_transfer_sent_to_insecure,
    ak_transfer_sent_too_often,
    ak_transfer_sent_to_forbidden,
    ak_transfer_unknown_name,
    ak_transfer_unreachable,
    ak_transfer_no_handshake,
    ak_transfer_cut,
    ak_transfer_broken,
    ak_transfer_strange,
    ak_transfer_expired_certificate,
    ak_transfer_early_certificate,
    ak_transfer_revoked_certificate,
    ak_transfer_unknown_authority,
    ak_transfer_other_name,
    ak_transfer_bad_certificate,
    ak_transfer_no_authorities,
    ak_transfer_failed,
} ak_TransferEnd;

/// Whether the library is there.
int ak_transfers_are_there(void);

/// NULL where the library is not there, or no memory.
ak_Transfer *ak_transfer_open(void);
/// Ends what was before. 0 where it has begun.
int ak_transfer_begin(ak_Transfer *transfer, const ak_Request *request);
/// Goes as far as that goes without waiting, or until there are bytes.
void ak_transfer_advance(ak_Transfer *transfer);
/// Waits until it goes further, at most so long; 0 where it does not.
int ak_transfer_wait(ak_Transfer *transfer, int milliseconds);
/// Bytes have come, so that all that was said before them is known.
int ak_transfer_has_bytes(const ak_Transfer *transfer);
int ak_transfer_has_ended(const ak_Transfer *transfer);
/// Takes bytes that have come; 0 where there are none.
size_t ak_transfer_take(ak_Transfer *transfer, void *bytes, size_t count);
/// Ends it. A connection over which nothing more comes is kept.
void ak_transfer_end(ak_Transfer *transfer);
void ak_transfer_close(ak_Transfer *transfer);

// What the last answer was.

int ak_transfer_status(const ak_Transfer *transfer);
/// How many bytes were said to follow; -1 where nothing was.
int64_t ak_transfer_length(const ak_Transfer *transfer);
/// The end of the connection is the only end there is.
int ak_transfer_ends_with_connection(const ak_Transfer *transfer);
/// The first field of a name; NULL where there is none. Valid until the next call.
const char *ak_transfer_field(const ak_Transfer *transfer, const char *name);

// Why it ended.

ak_TransferEnd ak_transfer_reason(const ak_Transfer *transfer);
/// More about it, in the system's words or the library's.
const char *ak_transfer_words(const ak_Transfer *transfer);

#endif
