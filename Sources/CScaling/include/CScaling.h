// Work on single planes that is done for every pixel: scaling by libzimg, which is loaded when it is first needed, and
// alpha.
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

/// A plane of a picture whose samples each go with one sample of alpha. Samples of more than 8 bits take two bytes.
typedef struct ak_AlphaPlane {
    unsigned depth;
    unsigned width, height;
    void *samples;
    ptrdiff_t stride;
    const void *alpha;
    ptrdiff_t alpha_stride;
    /// How many columns and rows of alpha, as powers of two, share a sample of the plane, and the size of alpha's plane.
    unsigned column_shift, row_shift;
    unsigned alpha_width, alpha_height;
    /// The code that stands for nothing: what samples multiplied with an alpha of 0 have.
    unsigned zero;
} ak_AlphaPlane;

/// Lays samples over those of one code. `is_premultiplied`: they are multiplied with alpha already.
void ak_alpha_lay_over(const ak_AlphaPlane *plane, unsigned background, int is_premultiplied);
/// Divides samples by alpha that are multiplied with it. `most` is the largest code that they may get, `least` the smallest.
void ak_alpha_divide(const ak_AlphaPlane *plane, unsigned least, unsigned most);
/// Whether all samples of every `step`th place of rows, from the first one on, are the largest ones of their depth.
int ak_alpha_is_full(const void *samples, ptrdiff_t stride, unsigned step, unsigned width, unsigned height, unsigned depth);

#endif
