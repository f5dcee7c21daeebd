#define _GNU_SOURCE
#include "pipewire_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// MARK: - Finding

// Copies what is told of a picture; 0 where that is not.
static int copy_meta(const ak_PWMemory *memory, uint32_t type, void *target, size_t size) {
    for (uint32_t index = 0; index < memory->meta_count; index++) {
        const ak_PWMeta *meta = &memory->metas[index];
        if (meta->type != type || meta->size < size || !meta->data) continue;
        memcpy(target, meta->data, size);
        return 1;
    }
    return 0;
}

// What is to be seen of the whole: of windows, the part of the memory that they have.
static int find_region(const ak_PWMemory *memory, const ak_StreamFormat *format, ak_PWRegion *region) {
    int64_t right, bottom;
    if (!copy_meta(memory, AK_PW_META_CROP, region, sizeof *region) || !region->width || !region->height)
        *region = (ak_PWRegion){0, 0, format->width, format->height};
    right = (int64_t)region->x + region->width;
    bottom = (int64_t)region->y + region->height;
    if (region->x < 0) region->x = 0;
    if (region->y < 0) region->y = 0;
    if (right > format->width) right = format->width;
    if (bottom > format->height) bottom = format->height;
    if (right <= region->x || bottom <= region->y) return 0;
    region->width = (uint32_t)(right - region->x);
    region->height = (uint32_t)(bottom - region->y);
    return 1;
}

int ak_stream_find_picture(const ak_PWMemory *memory, const ak_StreamFormat *format, ak_StreamPlace *place) {
    ak_PWHeader header = {0};
    ak_PWRegion region;
    if (!format->pixels || memory->data_count < 1 || !memory->datas[0].chunk) return AK_STREAM_IS_BROKEN;
    const ak_PWData *data = &memory->datas[0];
    // Its sender may write to it at any time, so that what is checked must be what is used.
    const ak_PWChunk chunk = *(const volatile ak_PWChunk *)data->chunk;
    copy_meta(memory, AK_PW_META_HEADER, &header, sizeof header);
    if (chunk.flags & AK_PW_CHUNK_IS_CORRUPTED || header.flags & AK_PW_HEADER_IS_CORRUPTED) return AK_STREAM_IS_BROKEN;
    // So a pointer that moves is told of.
    if (chunk.size == 0 || chunk.flags & AK_PW_CHUNK_IS_EMPTY) return AK_STREAM_IS_NOTHING;
    if (data->type != AK_PW_MEMORY_FILE || data->descriptor < 0 || data->descriptor > INT32_MAX) return AK_STREAM_IS_BROKEN;
    if (!find_region(memory, format, &region)) return AK_STREAM_IS_BROKEN;
    uint64_t row = (uint64_t)format->width * 4, stride = chunk.stride == 0 ? row : (uint64_t)(int64_t)chunk.stride;
    if (chunk.stride < 0 || stride < row) return AK_STREAM_IS_BROKEN;
    uint64_t offset = data->capacity ? chunk.offset % data->capacity : 0, needed = stride * (format->height - 1) + row;
    if (needed > chunk.size || needed > data->capacity - offset) return AK_STREAM_IS_BROKEN;
    uint64_t start = data->map_offset + offset + (uint64_t)region.y * stride + (uint64_t)region.x * 4;
    *place = (ak_StreamPlace){(int)data->descriptor, (int64_t)start, (uint32_t)stride, format->pixels, region.width, region.height,
                              header.moment};
    return AK_STREAM_IS_PICTURE;
}

// MARK: - Reading

typedef uint32_t Pixels __attribute__((vector_size(64)));

// Makes of each pixel one with blue first, which is the lowest of 32 bits, and alpha of 255. Of the macros' argument there are one or many.
#define FROM_RGB(value) (((value) & 0x0000FF00u) | ((value) >> 16 & 0x000000FFu) | ((value) << 16 & 0x00FF0000u))
#define FROM_XRGB(value) (((value) >> 24) | ((value) >> 8 & 0x0000FF00u) | ((value) << 8 & 0x00FF0000u))
#define FROM_XBGR(value) ((value) >> 8)
#define FROM_BGR(value) (value)
#define OPAQUE 0xFF000000u

// As many at once as is worth it where nothing is optimised.
#define DEFINE_CONVERSION(name, convert)                                                                                         \
    static void name(uint8_t *row, uint32_t width) {                                                                             \
        uint32_t column = 0;                                                                                                     \
        for (; column + 16 <= width; column += 16) {                                                                             \
            Pixels pixels;                                                                                                       \
            memcpy(&pixels, row + (size_t)column * 4, sizeof pixels);                                                            \
            pixels = convert(pixels) | OPAQUE;                                                                                   \
            memcpy(row + (size_t)column * 4, &pixels, sizeof pixels);                                                            \
        }                                                                                                                        \
        for (; column < width; column++) {                                                                                       \
            uint32_t pixel;                                                                                                      \
            memcpy(&pixel, row + (size_t)column * 4, sizeof pixel);                                                              \
            pixel = convert(pixel) | OPAQUE;                                                                                     \
            memcpy(row + (size_t)column * 4, &pixel, sizeof pixel);                                                              \
        }                                                                                                                        \
    }

DEFINE_CONVERSION(convert_rgb, FROM_RGB)
DEFINE_CONVERSION(convert_xrgb, FROM_XRGB)
DEFINE_CONVERSION(convert_xbgr, FROM_XBGR)
DEFINE_CONVERSION(convert_bgr, FROM_BGR)

static void convert_row(uint32_t kind, uint8_t *row, uint32_t width) {
    if (kind == AK_PW_RGBX || kind == AK_PW_RGBA)
        convert_rgb(row, width);
    else if (kind == AK_PW_XRGB || kind == AK_PW_ARGB)
        convert_xrgb(row, width);
    else if (kind == AK_PW_XBGR || kind == AK_PW_ABGR)
        convert_xbgr(row, width);
    else
        convert_bgr(row, width);
}

// A mapping would be taken away under whoever reads it when a sender makes its memory shorter, which ends the process. This answers short.
static int read_exactly(int descriptor, uint8_t *target, size_t count, int64_t offset) {
    while (count > 0) {
        ssize_t taken = pread(descriptor, target, count, (off_t)offset);
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return 0;
        target += taken;
        count -= (size_t)taken;
        offset += taken;
    }
    return 1;
}

int ak_stream_read_rows(const ak_StreamPlace *place, uint8_t *pixels, long bytes_per_row) {
    size_t row = (size_t)place->width * 4;
    // Only of memory can be said that it does not keep anybody waiting.
    if (bytes_per_row < (long)row || fcntl(place->descriptor, F_GET_SEALS) < 0) return 0;
    int is_whole = row == place->stride && bytes_per_row == (long)row;
    if (is_whole && !read_exactly(place->descriptor, pixels, row * place->height, place->offset)) return 0;
    for (uint32_t index = 0; index < place->height; index++) {
        uint8_t *target = pixels + (size_t)index * (size_t)bytes_per_row;
        int64_t offset = place->offset + (int64_t)index * place->stride;
        if (!is_whole && !read_exactly(place->descriptor, target, row, offset)) return 0;
        convert_row(place->pixels, target, place->width);
    }
    return 1;
}
