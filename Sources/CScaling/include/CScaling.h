// Work that is done for every pixel: scaling of planes by libzimg, which is loaded when it is first needed, alpha, and colours
// that become luma and chroma.
#ifndef CSCALING_H
#define CSCALING_H

#include <stddef.h>
#include <stdint.h>

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

enum { AK_LUMA_BITS = 20, AK_CHROMA_BITS = 19 };

/// Pixels of red, green and blue that are to become 4:2:0 of 8 bits.
typedef struct ak_ComponentWork {
    unsigned width, height;
    const void *pixels;
    ptrdiff_t stride;
    /// Bytes of a pixel, 3 or 4, and which of them is which.
    unsigned pixel_size, red, green, blue;
    /// What red, green and blue count, in parts of 2^`AK_LUMA_BITS` and 2^`AK_CHROMA_BITS`.
    int32_t luma_weights[3], blue_weights[3], red_weights[3];
    /// The code of black and half a code, in parts of 2^`AK_LUMA_BITS`.
    int32_t luma_zero;
    void *luma;
    ptrdiff_t luma_stride;
    void *blue_target, *red_target;
    ptrdiff_t chroma_stride;
    /// Bytes from one sample of chroma to the next of the same kind, 1 or 2.
    unsigned chroma_step;
    /// Chroma lies in the middle of its block of four pixels, and not at the left between its rows.
    int is_centred;
} ak_ComponentWork;

/// Makes it. Each code is the nearest, to a five hundredth. `vectors`: as for scaling; all give the same numbers.
void ak_components_make(const ak_ComponentWork *work, int vectors);

#endif
