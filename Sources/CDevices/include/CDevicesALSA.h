// Sound cards, and what ALSA's configuration puts in their place, through libasound.
#ifndef CDEVICES_ALSA_H
#define CDEVICES_ALSA_H

#include <stdint.h>

int ak_alsa_is_installed(void);

/// Something that sound can be recorded from. The texts live as long as the call that shows it.
typedef struct ak_ALSASource {
    /// ALSA's name of it: of a card by its own name, since its number is another one tomorrow.
    const char *id;
    const char *card, *device;
    int is_default;
    /// What it does by itself; 0 where it cannot be opened.
    int rate, channels;
    /// 0, or why it cannot be opened, as a negative errno.
    int error;
} ak_ALSASource;

/// Shows cards that record, then what the configuration shows of its own accord, one after the other. `is_known` says of which the
/// rate and the channels are known already: such a one is not opened. `configuration` is a file in place of the machine's, or NULL.
/// `known_default` is what recorded by default at the last listing, or NULL: as long as it is there it stays that, and is not opened.
/// Answers 0, or why the configuration cannot be read, as a negative errno.
int ak_alsa_list(
    const char *configuration,
    const char *known_default,
    int (*is_known)(void *context, const char *id),
    void (*show)(void *context, const ak_ALSASource *source),
    void *context
);

/// A source that is open. One thread at a time.
typedef struct ak_ALSARecording ak_ALSARecording;

/// What a source does beyond delivering.
enum {
    /// Sound was lost, and it goes on.
    AK_ALSA_LOST = -1,
    /// It is gone, or fails.
    AK_ALSA_GONE = -2,
};

/// Opens a source. Rate and channels become those that it has. NULL with a negative errno in `error`.
ak_ALSARecording *ak_alsa_open(
    const char *configuration,
    const char *id,
    int *rate,
    int *channels,
    int block_milliseconds,
    int buffer_milliseconds,
    int *error
);
/// Begins, also anew. Answers 0 or AK_ALSA_GONE.
int ak_alsa_start(ak_ALSARecording *recording);
/// Waits for frames, at most so long. Answers how many there are, or what happened.
long ak_alsa_wait(ak_ALSARecording *recording, int milliseconds);
/// Reads frames that are there, interleaved. Answers how many, or what happened.
long ak_alsa_read(ak_ALSARecording *recording, float *samples, long frame_count);
/// Says how many frames beyond those read were heard at a moment: CLOCK_MONOTONIC in nanoseconds. 0 where it does not know.
int ak_alsa_clock(ak_ALSARecording *recording, int64_t *host_time, long *frames_ahead);
/// Why it is gone, as a negative errno.
int ak_alsa_error(const ak_ALSARecording *recording);
void ak_alsa_close(ak_ALSARecording *recording);

/// What an errno means, in ALSA's words.
const char *ak_alsa_text(int error);

#endif
