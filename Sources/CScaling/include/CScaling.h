// Scaling of single planes by libzimg, which is loaded when it is first needed.
#ifndef CSCALING_H
#define CSCALING_H

#include <stddef.h>

/// Two planes of samples, and what of the first the second shows.
typedef struct ak_PlaneScaling {
    /// Bits of a sample, 8 to 16. Samples of more than 8 bits take two bytes.
    unsigned depth;
    unsigned source_width, source_height;
    unsigned target_width, target_height;
    /// In samples of the source; may begin before its first sample and end behind its last one.
    double left, top, width, height;
    /// The vector instructions to use at most: 0 for none, 1 for SSE2 or what other processors have, 2 for AVX2 as
    /// well. All give the same numbers.
    int vectors;
} ak_PlaneScaling;

/// Scales planes of one size and depth into those of another. One thread at a time may use it.
typedef struct ak_PlaneScaler ak_PlaneScaler;

/// Makes a scaler. NULL where the library is not installed, or has no filter for such sizes.
ak_PlaneScaler *ak_plane_scaler_open(const ak_PlaneScaling *scaling);
/// Scales a plane. Both begin at a multiple of 64 bytes, and so does every row of theirs. 0, or libzimg's error.
int ak_plane_scaler_run(ak_PlaneScaler *scaler, const void *source, ptrdiff_t source_stride, void *target,
                        ptrdiff_t target_stride);
void ak_plane_scaler_close(ak_PlaneScaler *scaler);

#endif
