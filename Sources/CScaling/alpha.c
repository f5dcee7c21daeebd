#include "CScaling.h"

#include <stdint.h>

// Alpha of a sample: the mean of the block of pixels that share it.
static inline unsigned mean(const ak_AlphaPlane *plane, unsigned column, unsigned row) {
    unsigned left = column << plane->column_shift, top = row << plane->row_shift;
    unsigned columns = 1u << plane->column_shift, rows = 1u << plane->row_shift;
    uint32_t sum = 0, count = 0;
    for (unsigned y = top; y < top + rows && y < plane->alpha_height; y++) {
        const uint8_t *line = (const uint8_t *)plane->alpha + (ptrdiff_t)y * plane->alpha_stride;
        for (unsigned x = left; x < left + columns && x < plane->alpha_width; x++) {
            sum += plane->depth > 8 ? ((const uint16_t *)line)[x] : line[x];
            count++;
        }
    }
    return count ? (sum + count / 2) / count : 0;
}

static inline unsigned load(const ak_AlphaPlane *plane, const uint8_t *line, unsigned column) {
    return plane->depth > 8 ? ((const uint16_t *)line)[column] : line[column];
}

static inline void store(const ak_AlphaPlane *plane, uint8_t *line, unsigned column, int64_t value) {
    int64_t full = (1 << plane->depth) - 1;
    unsigned code = (unsigned)(value < 0 ? 0 : value > full ? full : value);
    if (plane->depth > 8) {
        ((uint16_t *)line)[column] = (uint16_t)code;
    } else {
        line[column] = (uint8_t)code;
    }
}

// Rounded to the nearest, halves away from zero.
static inline int64_t divide(int64_t value, int64_t by) { return (value + (value < 0 ? -by : by) / 2) / by; }

void ak_alpha_lay_over(const ak_AlphaPlane *plane, unsigned background, int is_premultiplied) {
    int64_t full = (1 << plane->depth) - 1;
    // What colours multiplied with alpha stand on has been counted already.
    int64_t base = is_premultiplied ? (int64_t)background - plane->zero : (int64_t)background;
    for (unsigned row = 0; row < plane->height; row++) {
        uint8_t *line = (uint8_t *)plane->samples + (ptrdiff_t)row * plane->stride;
        for (unsigned column = 0; column < plane->width; column++) {
            int64_t alpha = mean(plane, column, row);
            if (alpha == full) continue;
            int64_t own = load(plane, line, column);
            int64_t shown = is_premultiplied ? own * full : own * alpha;
            store(plane, line, column, divide(shown + base * (full - alpha), full));
        }
    }
}

void ak_alpha_divide(const ak_AlphaPlane *plane, unsigned least, unsigned most) {
    int64_t full = (1 << plane->depth) - 1;
    for (unsigned row = 0; row < plane->height; row++) {
        uint8_t *line = (uint8_t *)plane->samples + (ptrdiff_t)row * plane->stride;
        for (unsigned column = 0; column < plane->width; column++) {
            int64_t alpha = mean(plane, column, row);
            if (alpha == full) continue;
            int64_t own = (int64_t)load(plane, line, column) - plane->zero;
            int64_t value = plane->zero + (alpha ? divide(own * full, alpha) : 0);
            store(plane, line, column, value < least ? least : value > most ? most : value);
        }
    }
}

int ak_alpha_is_full(const void *samples, ptrdiff_t stride, unsigned step, unsigned width, unsigned height, unsigned depth) {
    uint16_t full = (uint16_t)((1u << depth) - 1);
    for (unsigned row = 0; row < height; row++) {
        const uint8_t *line = (const uint8_t *)samples + (ptrdiff_t)row * stride;
        for (unsigned column = 0; column < width; column++) {
            if (depth > 8 ? ((const uint16_t *)line)[column * step] != full : line[column * step] != full) return 0;
        }
    }
    return 1;
}
