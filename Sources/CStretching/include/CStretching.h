// Time and pitch of sound with Rubber Band, which is loaded when it is first needed.
#ifndef CSTRETCHING_H
#define CSTRETCHING_H

/// Sound of one speed and pitch on its way. One thread at a time may use it.
typedef struct ak_Stretcher ak_Stretcher;

/// Whether the library is there.
int ak_stretcher_is_there(void);

/// Makes a stretcher of the finer engine. `ratio`: how much longer sound becomes; `pitch`: by what its frequencies are
/// multiplied. At most `most` frames are processed at once. NULL where the library is not there.
ak_Stretcher *ak_stretcher_open(unsigned rate, unsigned channels, double ratio, double pitch, int has_short_window,
                                unsigned most);
void ak_stretcher_set_ratio(ak_Stretcher *stretcher, double ratio);
/// How many frames of silence belong before the first one.
unsigned ak_stretcher_pad(const ak_Stretcher *stretcher);
/// How many frames come out, after that silence went in, before the first one does.
unsigned ak_stretcher_delay(const ak_Stretcher *stretcher);
/// Adds frames, one plane for each channel.
void ak_stretcher_process(ak_Stretcher *stretcher, const float *const *planes, unsigned count);
/// How many frames can be taken.
int ak_stretcher_available(const ak_Stretcher *stretcher);
unsigned ak_stretcher_take(ak_Stretcher *stretcher, float *const *planes, unsigned count);
void ak_stretcher_close(ak_Stretcher *stretcher);

#endif
