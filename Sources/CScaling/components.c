#include "CScaling.h"

#include <string.h>

// So many columns at once: what is known of them stays in the nearest memory.
enum { MOST_COLUMNS = 256, LUMA_BITS = AK_LUMA_BITS, CHROMA_BITS = AK_CHROMA_BITS + 3 };

// The sums of two rows, with a column to the left and one to the right of what is worked on.
typedef struct Sums {
    uint16_t red[MOST_COLUMNS + 2], green[MOST_COLUMNS + 2], blue[MOST_COLUMNS + 2];
} Sums;

static inline __attribute__((always_inline)) uint32_t load(const uint8_t *row, size_t column, unsigned size) {
    uint32_t pixel = 0;
    if (size == 4)
        memcpy(&pixel, row + column * 4, 4);
    else
        pixel = row[column * 3] | (uint32_t)row[column * 3 + 1] << 8 | (uint32_t)row[column * 3 + 2] << 16;
    return pixel;
}

static inline __attribute__((always_inline)) uint8_t weigh(const int32_t *weights, int32_t red, int32_t green, int32_t blue,
                                                           int32_t zero, int bits) {
    int32_t value = (weights[0] * red + weights[1] * green + weights[2] * blue + zero) >> bits;
    return (uint8_t)(value > 255 ? 255 : value);
}

// Luma of two rows, and their sums. The second row may be the first one once more.
static inline __attribute__((always_inline)) void take_rows(const ak_ComponentWork *work, const uint8_t *top, const uint8_t *bottom,
                                                            size_t first, size_t count, uint8_t *top_luma, uint8_t *bottom_luma,
                                                            Sums *sums, unsigned size) {
    const unsigned red = work->red * 8, green = work->green * 8, blue = work->blue * 8;
    const int32_t weights[] = {work->luma_weights[0], work->luma_weights[1], work->luma_weights[2]};
    const int32_t zero = work->luma_zero;
    for (size_t index = 0; index < count; index++) {
        uint32_t one = load(top, first + index, size), two = load(bottom, first + index, size);
        int32_t r1 = one >> red & 255, g1 = one >> green & 255, b1 = one >> blue & 255;
        int32_t r2 = two >> red & 255, g2 = two >> green & 255, b2 = two >> blue & 255;
        top_luma[index] = weigh(weights, r1, g1, b1, zero, LUMA_BITS);
        bottom_luma[index] = weigh(weights, r2, g2, b2, zero, LUMA_BITS);
        sums->red[index + 1] = (uint16_t)(r1 + r2);
        sums->green[index + 1] = (uint16_t)(g1 + g2);
        sums->blue[index + 1] = (uint16_t)(b1 + b2);
    }
}

// What is beside a stretch of columns: the pixels there, or the last ones of the picture once more.
static inline void take_edge(const ak_ComponentWork *work, const uint8_t *top, const uint8_t *bottom, size_t column, size_t place,
                             Sums *sums, unsigned size) {
    uint32_t one = load(top, column, size), two = load(bottom, column, size);
    sums->red[place] = (uint16_t)((one >> work->red * 8 & 255) + (two >> work->red * 8 & 255));
    sums->green[place] = (uint16_t)((one >> work->green * 8 & 255) + (two >> work->green * 8 & 255));
    sums->blue[place] = (uint16_t)((one >> work->blue * 8 & 255) + (two >> work->blue * 8 & 255));
}

// A sample lies at the left column of its block, where the columns beside count half, or in the middle.
static inline __attribute__((always_inline)) int32_t gather(const uint16_t *sums, size_t index, int is_centred) {
    const uint16_t *at = sums + 2 * index;
    return is_centred ? 2 * (at[1] + at[2]) : at[0] + 2 * at[1] + at[2];
}

static inline __attribute__((always_inline)) void make_chroma(const ak_ComponentWork *work, const Sums *sums, size_t count,
                                                              uint8_t *blue_target, uint8_t *red_target, int is_centred,
                                                              unsigned step) {
    const int32_t blue_weights[] = {work->blue_weights[0], work->blue_weights[1], work->blue_weights[2]};
    const int32_t red_weights[] = {work->red_weights[0], work->red_weights[1], work->red_weights[2]};
    const int32_t zero = (128 << CHROMA_BITS) + (1 << (CHROMA_BITS - 1));
    for (size_t index = 0; index < count; index++) {
        int32_t red = gather(sums->red, index, is_centred);
        int32_t green = gather(sums->green, index, is_centred);
        int32_t blue = gather(sums->blue, index, is_centred);
        blue_target[index * step] = weigh(blue_weights, red, green, blue, zero, CHROMA_BITS);
        red_target[index * step] = weigh(red_weights, red, green, blue, zero, CHROMA_BITS);
    }
}

static inline __attribute__((always_inline)) void take_stretch(const ak_ComponentWork *work, size_t row, size_t first, size_t count,
                                                               unsigned size, unsigned step) {
    const uint8_t *top = (const uint8_t *)work->pixels + (ptrdiff_t)row * work->stride;
    int has_bottom = row + 1 < work->height;
    const uint8_t *bottom = has_bottom ? top + work->stride : top;
    uint8_t spare[MOST_COLUMNS];
    uint8_t *luma = (uint8_t *)work->luma + (ptrdiff_t)row * work->luma_stride + first;
    Sums sums;
    take_rows(work, top, bottom, first, count, luma, has_bottom ? luma + work->luma_stride : spare, &sums, size);
    take_edge(work, top, bottom, first > 0 ? first - 1 : 0, 0, &sums, size);
    take_edge(work, top, bottom, first + count < work->width ? first + count : work->width - 1, count + 1, &sums, size);
    ptrdiff_t place = (ptrdiff_t)(row / 2) * work->chroma_stride + (ptrdiff_t)(first / 2 * step);
    uint8_t *blue = (uint8_t *)work->blue_target + place, *red = (uint8_t *)work->red_target + place;
    if (work->is_centred)
        make_chroma(work, &sums, (count + 1) / 2, blue, red, 1, step);
    else
        make_chroma(work, &sums, (count + 1) / 2, blue, red, 0, step);
}

static inline __attribute__((always_inline)) void take_all(const ak_ComponentWork *work, unsigned size, unsigned step) {
    for (size_t row = 0; row < work->height; row += 2)
        for (size_t first = 0; first < work->width; first += MOST_COLUMNS) {
            size_t count = work->width - first;
            take_stretch(work, row, first, count < MOST_COLUMNS ? count : MOST_COLUMNS, size, step);
        }
}

static inline __attribute__((always_inline)) void choose(const ak_ComponentWork *work) {
    if (work->pixel_size == 4)
        if (work->chroma_step == 2)
            take_all(work, 4, 2);
        else
            take_all(work, 4, 1);
    else if (work->chroma_step == 2)
        take_all(work, 3, 2);
    else
        take_all(work, 3, 1);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void choose_avx2(const ak_ComponentWork *work) { choose(work); }
#endif
static void choose_plain(const ak_ComponentWork *work) { choose(work); }

void ak_components_make(const ak_ComponentWork *work, int vectors) {
#if defined(__x86_64__)
    if (vectors > 1 && __builtin_cpu_supports("avx2")) return choose_avx2(work);
#endif
    (void)vectors;
    choose_plain(work);
}
