#include "pipewire_parts.h"

#include <limits.h>
#include <string.h>

// MARK: - Writing

static void write_bytes(ak_PodWriter *writer, const void *bytes, size_t count) {
    if (count > sizeof writer->words - writer->count) return;
    memcpy((uint8_t *)writer->words + writer->count, bytes, count);
    writer->count += count;
}

static void write_words(ak_PodWriter *writer, const uint32_t *words, size_t count) { write_bytes(writer, words, count * sizeof *words); }

static void pad(ak_PodWriter *writer) {
    const uint8_t zeros[8] = {0};
    write_bytes(writer, zeros, (8 - writer->count % 8) % 8);
}

static void begin_object(ak_PodWriter *writer, uint32_t type, uint32_t id) {
    writer->count = 0;
    write_words(writer, (uint32_t[]){0, AK_PW_TYPE_OBJECT, type, id}, 4);
}

static const ak_PWPod *end_object(ak_PodWriter *writer) {
    ak_PWPod *pod = (ak_PWPod *)writer->words;
    pod->size = (uint32_t)(writer->count - sizeof *pod);
    return pod;
}

// A property of one value.
static void write_value(ak_PodWriter *writer, uint32_t key, uint32_t type, uint32_t value) {
    write_words(writer, (uint32_t[]){key, 0, sizeof value, type, value}, 5);
    pad(writer);
}

// A property of several: the one that is liked best, and what else may be.
static void write_choice(ak_PodWriter *writer, uint32_t key, uint32_t choice, uint32_t type, const uint32_t *words, uint32_t count,
                         uint32_t words_in_value) {
    uint32_t value_size = words_in_value * (uint32_t)sizeof *words, size = 16 + count * (uint32_t)sizeof *words;
    write_words(writer, (uint32_t[]){key, 0, size, AK_PW_TYPE_CHOICE, choice, 0, value_size, type}, 8);
    write_words(writer, words, count);
    pad(writer);
}

// No sender of pictures is faster.
enum { HIGHEST_RATE = 1000 };

const ak_PWPod *ak_pod_write_formats(ak_PodWriter *writer, uint32_t rate, uint32_t rate_scale) {
    const uint32_t pixels[] = {AK_PW_BGRX, AK_PW_BGRX, AK_PW_BGRA, AK_PW_RGBX, AK_PW_RGBA, AK_PW_XRGB, AK_PW_ARGB, AK_PW_XBGR,
                               AK_PW_ABGR};
    const uint32_t sizes[] = {1920, 1080, 1, 1, AK_STREAM_LONGEST_SIDE, AK_STREAM_LONGEST_SIDE};
    if (rate / rate_scale >= HIGHEST_RATE) rate = HIGHEST_RATE, rate_scale = 1;
    // Desktops send whenever something changes, which is a rate of 0, and know a highest one, which is no less than 1. What sends at a rate
    // of its own may do so.
    int is_slow = rate < rate_scale;
    const uint32_t rates[] = {rate, rate_scale, 0, 1, HIGHEST_RATE, 1};
    const uint32_t most[] = {rate, rate_scale, 0, 1, is_slow ? 1 : rate, is_slow ? 1 : rate_scale};
    begin_object(writer, AK_PW_TYPE_FORMAT, AK_PW_PARAM_ENUM_FORMAT);
    write_value(writer, AK_PW_KEY_MEDIA_TYPE, AK_PW_TYPE_ID, AK_PW_MEDIA_VIDEO);
    write_value(writer, AK_PW_KEY_MEDIA_SUBTYPE, AK_PW_TYPE_ID, AK_PW_MEDIA_RAW);
    write_choice(writer, AK_PW_KEY_VIDEO_FORMAT, AK_PW_CHOICE_ENUM, AK_PW_TYPE_ID, pixels, 9, 1);
    write_choice(writer, AK_PW_KEY_VIDEO_SIZE, AK_PW_CHOICE_RANGE, AK_PW_TYPE_RECTANGLE, sizes, 6, 2);
    write_choice(writer, AK_PW_KEY_VIDEO_RATE, AK_PW_CHOICE_RANGE, AK_PW_TYPE_FRACTION, rates, 6, 2);
    write_choice(writer, AK_PW_KEY_VIDEO_MOST_RATE, AK_PW_CHOICE_RANGE, AK_PW_TYPE_FRACTION, most, 6, 2);
    return end_object(writer);
}

const ak_PWPod *ak_pod_write_buffers(ak_PodWriter *writer, const ak_StreamFormat *format) {
    uint32_t row = format->width * 4, size = row * format->height;
    // One is kept, so that there must be another. Its memory is read as a file, never mapped.
    const uint32_t counts[] = {4, 2, 16}, sizes[] = {size, size, INT_MAX}, strides[] = {row, row, INT_MAX};
    const uint32_t types[] = {1 << AK_PW_MEMORY_FILE};
    begin_object(writer, AK_PW_TYPE_BUFFERS, AK_PW_PARAM_BUFFERS);
    write_choice(writer, AK_PW_KEY_BUFFERS_COUNT, AK_PW_CHOICE_RANGE, AK_PW_TYPE_INT, counts, 3, 1);
    write_value(writer, AK_PW_KEY_BUFFERS_BLOCKS, AK_PW_TYPE_INT, 1);
    write_choice(writer, AK_PW_KEY_BUFFERS_SIZE, AK_PW_CHOICE_RANGE, AK_PW_TYPE_INT, sizes, 3, 1);
    write_choice(writer, AK_PW_KEY_BUFFERS_STRIDE, AK_PW_CHOICE_RANGE, AK_PW_TYPE_INT, strides, 3, 1);
    write_choice(writer, AK_PW_KEY_BUFFERS_TYPE, AK_PW_CHOICE_FLAGS, AK_PW_TYPE_INT, types, 1, 1);
    return end_object(writer);
}

const ak_PWPod *ak_pod_write_meta(ak_PodWriter *writer, uint32_t type, uint32_t size) {
    begin_object(writer, AK_PW_TYPE_META, AK_PW_PARAM_META);
    write_value(writer, AK_PW_KEY_META_TYPE, AK_PW_TYPE_ID, type);
    write_value(writer, AK_PW_KEY_META_SIZE, AK_PW_TYPE_INT, size);
    return end_object(writer);
}

// MARK: - Reading

// Finds the words of a property's value, or of the first value of a choice; NULL where it is not there, or is something else.
static const uint32_t *find_value(const ak_PWPod *object, uint32_t key, uint32_t type, uint32_t word_count) {
    const uint32_t *words = (const uint32_t *)object;
    size_t count = (sizeof *object + (size_t)object->size) / 4, place = 4;
    while (count - place >= 4) {
        uint32_t size = words[place + 2], kind = words[place + 3];
        const uint32_t *value = words + place + 4;
        size_t left = (count - place - 4) * 4;
        if (size > left) return NULL;
        if (words[place] == key) {
            if (kind == type && size >= word_count * 4) return value;
            int is_choice = kind == AK_PW_TYPE_CHOICE && size >= 16 + word_count * 4;
            return is_choice && value[3] == type && value[2] == word_count * 4 ? value + 4 : NULL;
        }
        size_t next = ((size_t)size + 7) / 8 * 2 + 4;
        if (next > count - place) return NULL;
        place += next;
    }
    return NULL;
}

static uint32_t read_number(const ak_PWPod *object, uint32_t key, uint32_t type) {
    const uint32_t *value = find_value(object, key, type, 1);
    return value ? *value : 0;
}

int ak_pod_read_format(const ak_PWPod *pod, ak_StreamFormat *format) {
    *format = (ak_StreamFormat){0};
    if (pod->type != AK_PW_TYPE_OBJECT || pod->size < 8 || ((const uint32_t *)pod)[2] != AK_PW_TYPE_FORMAT) return 0;
    uint32_t pixels = read_number(pod, AK_PW_KEY_VIDEO_FORMAT, AK_PW_TYPE_ID);
    const uint32_t *size = find_value(pod, AK_PW_KEY_VIDEO_SIZE, AK_PW_TYPE_RECTANGLE, 2);
    if (read_number(pod, AK_PW_KEY_MEDIA_TYPE, AK_PW_TYPE_ID) != AK_PW_MEDIA_VIDEO ||
        read_number(pod, AK_PW_KEY_MEDIA_SUBTYPE, AK_PW_TYPE_ID) != AK_PW_MEDIA_RAW)
        return 0;
    // Pixels in an order of their own are of memory that only graphics cards read.
    if (find_value(pod, AK_PW_KEY_VIDEO_MODIFIER, AK_PW_TYPE_LONG, 2)) return 0;
    if (pixels < AK_PW_RGBX || pixels > AK_PW_ABGR || !size) return 0;
    if (size[0] < 1 || size[0] > AK_STREAM_LONGEST_SIDE || size[1] < 1 || size[1] > AK_STREAM_LONGEST_SIDE) return 0;
    if (size[0] * size[1] > AK_STREAM_MOST_PIXELS) return 0;
    *format = (ak_StreamFormat){pixels, size[0], size[1]};
    return 1;
}
