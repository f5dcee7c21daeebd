// A sound card, or what stands for one, through libasound. One thread at a time.
#ifndef CTARGETS_ALSA_H
#define CTARGETS_ALSA_H

#include <stdint.h>

typedef struct ak_Card ak_Card;

/// Opens a device by its name. Rate and channels become those that it has. NULL with half a sentence in `reason`.
ak_Card *ak_card_open(const char *device, int *rate, int *channels, int buffer_milliseconds, char *reason,
                      unsigned long capacity);
/// Waits until there is room, at most so long. Answers how many frames there is room for, -1 where the device ran dry, and has
/// been made ready again, or -2 where it is gone.
long ak_card_wait(ak_Card *card, int milliseconds);
/// Writes frames that there is room for, and lets the device begin. Answers as ak_card_wait does.
long ak_card_write(ak_Card *card, const float *samples, long frame_count);
/// How many frames have been written and not been heard yet, or -1.
long ak_card_delay(ak_Card *card);
/// Throws away what has not been heard.
void ak_card_drop(ak_Card *card);
/// Why it is gone.
const char *ak_card_reason(const ak_Card *card);
void ak_card_close(ak_Card *card);

#endif
