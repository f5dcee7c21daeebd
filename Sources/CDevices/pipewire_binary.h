// What is used of PipeWire's binary interface, which grows at the ends of its structures only. Its own headers are not where compilers
// look by themselves, and a package that others build cannot say where, so these are our words for it. A test compares them with the
// genuine ones.
#ifndef CDEVICES_PIPEWIRE_BINARY_H
#define CDEVICES_PIPEWIRE_BINARY_H

#include <stddef.h>
#include <stdint.h>

// MARK: - Objects that only the library knows

struct pw_context;
struct pw_core;
struct pw_loop;
struct pw_proxy;
struct pw_properties;
struct pw_stream;
struct pw_thread_loop;

// MARK: - Listening

/// The place of a listener, which belongs to who is listened to while they do.
typedef struct ak_PWListener {
    void *links[2];
    const void *functions;
    void *object;
    void (*removed)(struct ak_PWListener *listener);
    void *priv;
} ak_PWListener;

typedef struct ak_PWCoreEvents {
    uint32_t version;
    void (*info)(void *context, const void *info);
    void (*done)(void *context, uint32_t id, int sequence);
    void (*ping)(void *context, uint32_t id, int sequence);
    void (*error)(void *context, uint32_t id, int sequence, int result, const char *text);
    void (*remove_id)(void *context, uint32_t id);
    void (*bound_id)(void *context, uint32_t id, uint32_t global_id);
    void (*add_mem)(void *context, uint32_t id, uint32_t type, int descriptor, uint32_t flags);
    void (*remove_mem)(void *context, uint32_t id);
} ak_PWCoreEvents;

// MARK: - Buffers

enum { AK_PW_MEMORY_FILE = 2 };
enum { AK_PW_CHUNK_IS_CORRUPTED = 1, AK_PW_CHUNK_IS_EMPTY = 2 };
enum { AK_PW_META_HEADER = 1, AK_PW_META_CROP = 2 };
enum { AK_PW_HEADER_IS_CORRUPTED = 2 };

typedef struct ak_PWChunk {
    uint32_t offset, size;
    int32_t stride, flags;
} ak_PWChunk;

typedef struct ak_PWData {
    uint32_t type, flags;
    int64_t descriptor;
    uint32_t map_offset, capacity;
    void *memory;
    ak_PWChunk *chunk;
} ak_PWData;

typedef struct ak_PWMeta {
    uint32_t type, size;
    void *data;
} ak_PWMeta;

typedef struct ak_PWHeader {
    uint32_t flags, offset;
    int64_t moment, decoding_offset;
    uint64_t sequence;
} ak_PWHeader;

typedef struct ak_PWRegion {
    int32_t x, y;
    uint32_t width, height;
} ak_PWRegion;

typedef struct ak_PWMemory {
    uint32_t meta_count, data_count;
    ak_PWMeta *metas;
    ak_PWData *datas;
} ak_PWMemory;

/// Newer libraries have more at its end.
typedef struct ak_PWBuffer {
    ak_PWMemory *memory;
    void *user_data;
    uint64_t size;
} ak_PWBuffer;

// MARK: - Values

enum {
    AK_PW_TYPE_ID = 3,
    AK_PW_TYPE_INT = 4,
    AK_PW_TYPE_LONG = 5,
    AK_PW_TYPE_RECTANGLE = 10,
    AK_PW_TYPE_FRACTION = 11,
    AK_PW_TYPE_OBJECT = 15,
    AK_PW_TYPE_CHOICE = 19,
    AK_PW_TYPE_FORMAT = 0x40003,
    AK_PW_TYPE_BUFFERS = 0x40004,
    AK_PW_TYPE_META = 0x40005,
};
enum { AK_PW_CHOICE_RANGE = 1, AK_PW_CHOICE_ENUM = 3, AK_PW_CHOICE_FLAGS = 4 };
enum { AK_PW_PARAM_ENUM_FORMAT = 3, AK_PW_PARAM_FORMAT = 4, AK_PW_PARAM_BUFFERS = 5, AK_PW_PARAM_META = 6 };
enum { AK_PW_MEDIA_VIDEO = 2, AK_PW_MEDIA_RAW = 1 };
enum {
    AK_PW_KEY_MEDIA_TYPE = 1,
    AK_PW_KEY_MEDIA_SUBTYPE = 2,
    AK_PW_KEY_VIDEO_FORMAT = 0x20001,
    AK_PW_KEY_VIDEO_MODIFIER = 0x20002,
    AK_PW_KEY_VIDEO_SIZE = 0x20003,
    AK_PW_KEY_VIDEO_RATE = 0x20004,
    AK_PW_KEY_VIDEO_MOST_RATE = 0x20005,
};
enum {
    AK_PW_KEY_BUFFERS_COUNT = 1,
    AK_PW_KEY_BUFFERS_BLOCKS = 2,
    AK_PW_KEY_BUFFERS_SIZE = 3,
    AK_PW_KEY_BUFFERS_STRIDE = 4,
    AK_PW_KEY_BUFFERS_TYPE = 6,
};
enum { AK_PW_KEY_META_TYPE = 1, AK_PW_KEY_META_SIZE = 2 };
/// Pixels of 32 bits, named after their bytes.
enum {
    AK_PW_RGBX = 7,
    AK_PW_BGRX = 8,
    AK_PW_XRGB = 9,
    AK_PW_XBGR = 10,
    AK_PW_RGBA = 11,
    AK_PW_BGRA = 12,
    AK_PW_ARGB = 13,
    AK_PW_ABGR = 14,
};

/// The beginning of each value. The next one begins at a multiple of eight bytes.
typedef struct ak_PWPod {
    uint32_t size, type;
} ak_PWPod;

// MARK: - Streams

enum { AK_PW_ERROR = -1, AK_PW_UNCONNECTED = 0 };
enum { AK_PW_INPUT = 0 };
enum { AK_PW_AUTOCONNECT = 1 << 0, AK_PW_DONT_RECONNECT = 1 << 7 };

typedef struct ak_PWStreamEvents {
    uint32_t version;
    void (*destroy)(void *context);
    void (*state_changed)(void *context, int before, int state, const char *error);
    void (*control_info)(void *context, uint32_t id, const void *control);
    void (*io_changed)(void *context, uint32_t id, void *area, uint32_t size);
    void (*param_changed)(void *context, uint32_t id, const ak_PWPod *param);
    void (*add_buffer)(void *context, ak_PWBuffer *buffer);
    void (*remove_buffer)(void *context, ak_PWBuffer *buffer);
    void (*process)(void *context);
    void (*drained)(void *context);
} ak_PWStreamEvents;

#endif
