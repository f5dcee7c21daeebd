// Compares our words for PipeWire's binary interface (Sources/CDevices/pipewire_binary.h and pipewire_parts.h) with the genuine headers,
// for a test: it says what it has to say by being compiled, with -I Sources/CDevices, -I Sources/CDevices/include and PipeWire's own flags.
#include <pipewire/pipewire.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/param.h>
#include <spa/param/video/format.h>
#include <spa/pod/pod.h>

#include "pipewire_parts.h"

#define SAME_SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours " has another size than " #theirs)
// Newer libraries may have more at the end.
#define BEGINS(ours, theirs) _Static_assert(sizeof(ours) <= sizeof(theirs), #ours " is larger than " #theirs)
#define SAME_PLACE(ours, member, theirs, their_member)                                                                           \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, their_member) &&                                                   \
                       sizeof(((ours *)0)->member) == sizeof(((theirs *)0)->their_member),                                       \
                   #ours "." #member " is not where " #theirs "." #their_member " is")
#define SAME(ours, theirs) _Static_assert((long)(ours) == (long)(theirs), #ours " is not " #theirs)

// MARK: - Listening

SAME_SIZE(ak_PWListener, struct spa_hook);
SAME_PLACE(ak_PWListener, links, struct spa_hook, link);
SAME_PLACE(ak_PWListener, functions, struct spa_hook, cb.funcs);
SAME_PLACE(ak_PWListener, object, struct spa_hook, cb.data);
SAME_PLACE(ak_PWListener, removed, struct spa_hook, removed);
SAME_PLACE(ak_PWListener, priv, struct spa_hook, priv);

BEGINS(ak_PWCoreEvents, struct pw_core_events);
SAME_PLACE(ak_PWCoreEvents, version, struct pw_core_events, version);
SAME_PLACE(ak_PWCoreEvents, info, struct pw_core_events, info);
SAME_PLACE(ak_PWCoreEvents, done, struct pw_core_events, done);
SAME_PLACE(ak_PWCoreEvents, ping, struct pw_core_events, ping);
SAME_PLACE(ak_PWCoreEvents, error, struct pw_core_events, error);
SAME_PLACE(ak_PWCoreEvents, remove_id, struct pw_core_events, remove_id);
SAME_PLACE(ak_PWCoreEvents, bound_id, struct pw_core_events, bound_id);
SAME_PLACE(ak_PWCoreEvents, add_mem, struct pw_core_events, add_mem);
SAME_PLACE(ak_PWCoreEvents, remove_mem, struct pw_core_events, remove_mem);
// Ours say that they are of version 0, after which nothing is asked of them that they do not have.
SAME(0, PW_VERSION_CORE_EVENTS);

BEGINS(ak_PWStreamEvents, struct pw_stream_events);
SAME_PLACE(ak_PWStreamEvents, version, struct pw_stream_events, version);
SAME_PLACE(ak_PWStreamEvents, destroy, struct pw_stream_events, destroy);
SAME_PLACE(ak_PWStreamEvents, state_changed, struct pw_stream_events, state_changed);
SAME_PLACE(ak_PWStreamEvents, control_info, struct pw_stream_events, control_info);
SAME_PLACE(ak_PWStreamEvents, io_changed, struct pw_stream_events, io_changed);
SAME_PLACE(ak_PWStreamEvents, param_changed, struct pw_stream_events, param_changed);
SAME_PLACE(ak_PWStreamEvents, add_buffer, struct pw_stream_events, add_buffer);
SAME_PLACE(ak_PWStreamEvents, remove_buffer, struct pw_stream_events, remove_buffer);
SAME_PLACE(ak_PWStreamEvents, process, struct pw_stream_events, process);
SAME_PLACE(ak_PWStreamEvents, drained, struct pw_stream_events, drained);

// MARK: - Buffers

SAME(AK_PW_MEMORY_FILE, SPA_DATA_MemFd);
SAME(AK_PW_CHUNK_IS_CORRUPTED, SPA_CHUNK_FLAG_CORRUPTED);
SAME(AK_PW_CHUNK_IS_EMPTY, SPA_CHUNK_FLAG_EMPTY);
SAME(AK_PW_META_HEADER, SPA_META_Header);
SAME(AK_PW_META_CROP, SPA_META_VideoCrop);
SAME(AK_PW_HEADER_IS_CORRUPTED, SPA_META_HEADER_FLAG_CORRUPTED);

SAME_SIZE(ak_PWChunk, struct spa_chunk);
SAME_PLACE(ak_PWChunk, offset, struct spa_chunk, offset);
SAME_PLACE(ak_PWChunk, size, struct spa_chunk, size);
SAME_PLACE(ak_PWChunk, stride, struct spa_chunk, stride);
SAME_PLACE(ak_PWChunk, flags, struct spa_chunk, flags);

SAME_SIZE(ak_PWData, struct spa_data);
SAME_PLACE(ak_PWData, type, struct spa_data, type);
SAME_PLACE(ak_PWData, flags, struct spa_data, flags);
SAME_PLACE(ak_PWData, descriptor, struct spa_data, fd);
SAME_PLACE(ak_PWData, map_offset, struct spa_data, mapoffset);
SAME_PLACE(ak_PWData, capacity, struct spa_data, maxsize);
SAME_PLACE(ak_PWData, memory, struct spa_data, data);
SAME_PLACE(ak_PWData, chunk, struct spa_data, chunk);

SAME_SIZE(ak_PWMeta, struct spa_meta);
SAME_PLACE(ak_PWMeta, type, struct spa_meta, type);
SAME_PLACE(ak_PWMeta, size, struct spa_meta, size);
SAME_PLACE(ak_PWMeta, data, struct spa_meta, data);

SAME_SIZE(ak_PWHeader, struct spa_meta_header);
SAME_PLACE(ak_PWHeader, flags, struct spa_meta_header, flags);
SAME_PLACE(ak_PWHeader, offset, struct spa_meta_header, offset);
SAME_PLACE(ak_PWHeader, moment, struct spa_meta_header, pts);
SAME_PLACE(ak_PWHeader, decoding_offset, struct spa_meta_header, dts_offset);
SAME_PLACE(ak_PWHeader, sequence, struct spa_meta_header, seq);

SAME_SIZE(ak_PWRegion, struct spa_meta_region);
SAME_PLACE(ak_PWRegion, x, struct spa_meta_region, region.position.x);
SAME_PLACE(ak_PWRegion, y, struct spa_meta_region, region.position.y);
SAME_PLACE(ak_PWRegion, width, struct spa_meta_region, region.size.width);
SAME_PLACE(ak_PWRegion, height, struct spa_meta_region, region.size.height);

SAME_SIZE(ak_PWMemory, struct spa_buffer);
SAME_PLACE(ak_PWMemory, meta_count, struct spa_buffer, n_metas);
SAME_PLACE(ak_PWMemory, data_count, struct spa_buffer, n_datas);
SAME_PLACE(ak_PWMemory, metas, struct spa_buffer, metas);
SAME_PLACE(ak_PWMemory, datas, struct spa_buffer, datas);

BEGINS(ak_PWBuffer, struct pw_buffer);
SAME_PLACE(ak_PWBuffer, memory, struct pw_buffer, buffer);
SAME_PLACE(ak_PWBuffer, user_data, struct pw_buffer, user_data);
SAME_PLACE(ak_PWBuffer, size, struct pw_buffer, size);

// MARK: - Values

SAME_SIZE(ak_PWPod, struct spa_pod);
SAME_PLACE(ak_PWPod, size, struct spa_pod, size);
SAME_PLACE(ak_PWPod, type, struct spa_pod, type);
// An object: its beginning, what kind it is, and which of them.
SAME(sizeof(struct spa_pod_object), 4 * sizeof(uint32_t));
SAME(offsetof(struct spa_pod_object, body.type), 2 * sizeof(uint32_t));
SAME(offsetof(struct spa_pod_object, body.id), 3 * sizeof(uint32_t));
// A property: its key, its flags, its value.
SAME(sizeof(struct spa_pod_prop), 4 * sizeof(uint32_t));
SAME(offsetof(struct spa_pod_prop, key), 0);
SAME(offsetof(struct spa_pod_prop, flags), sizeof(uint32_t));
SAME(offsetof(struct spa_pod_prop, value), 2 * sizeof(uint32_t));
// A choice: its kind, its flags, the size and the type of its values.
SAME(sizeof(struct spa_pod_choice_body), 4 * sizeof(uint32_t));
SAME(offsetof(struct spa_pod_choice_body, type), 0);
SAME(offsetof(struct spa_pod_choice_body, flags), sizeof(uint32_t));
SAME(offsetof(struct spa_pod_choice_body, child), 2 * sizeof(uint32_t));
SAME(offsetof(struct spa_rectangle, height), sizeof(uint32_t));
SAME(offsetof(struct spa_fraction, denom), sizeof(uint32_t));

SAME(AK_PW_TYPE_ID, SPA_TYPE_Id);
SAME(AK_PW_TYPE_INT, SPA_TYPE_Int);
SAME(AK_PW_TYPE_LONG, SPA_TYPE_Long);
SAME(AK_PW_TYPE_RECTANGLE, SPA_TYPE_Rectangle);
SAME(AK_PW_TYPE_FRACTION, SPA_TYPE_Fraction);
SAME(AK_PW_TYPE_OBJECT, SPA_TYPE_Object);
SAME(AK_PW_TYPE_CHOICE, SPA_TYPE_Choice);
SAME(AK_PW_TYPE_FORMAT, SPA_TYPE_OBJECT_Format);
SAME(AK_PW_TYPE_BUFFERS, SPA_TYPE_OBJECT_ParamBuffers);
SAME(AK_PW_TYPE_META, SPA_TYPE_OBJECT_ParamMeta);
SAME(AK_PW_CHOICE_RANGE, SPA_CHOICE_Range);
SAME(AK_PW_CHOICE_ENUM, SPA_CHOICE_Enum);
SAME(AK_PW_CHOICE_FLAGS, SPA_CHOICE_Flags);
SAME(AK_PW_PARAM_ENUM_FORMAT, SPA_PARAM_EnumFormat);
SAME(AK_PW_PARAM_FORMAT, SPA_PARAM_Format);
SAME(AK_PW_PARAM_BUFFERS, SPA_PARAM_Buffers);
SAME(AK_PW_PARAM_META, SPA_PARAM_Meta);
SAME(AK_PW_MEDIA_VIDEO, SPA_MEDIA_TYPE_video);
SAME(AK_PW_MEDIA_RAW, SPA_MEDIA_SUBTYPE_raw);
SAME(AK_PW_KEY_MEDIA_TYPE, SPA_FORMAT_mediaType);
SAME(AK_PW_KEY_MEDIA_SUBTYPE, SPA_FORMAT_mediaSubtype);
SAME(AK_PW_KEY_VIDEO_FORMAT, SPA_FORMAT_VIDEO_format);
SAME(AK_PW_KEY_VIDEO_MODIFIER, SPA_FORMAT_VIDEO_modifier);
SAME(AK_PW_KEY_VIDEO_SIZE, SPA_FORMAT_VIDEO_size);
SAME(AK_PW_KEY_VIDEO_RATE, SPA_FORMAT_VIDEO_framerate);
SAME(AK_PW_KEY_VIDEO_MOST_RATE, SPA_FORMAT_VIDEO_maxFramerate);
SAME(AK_PW_KEY_BUFFERS_COUNT, SPA_PARAM_BUFFERS_buffers);
SAME(AK_PW_KEY_BUFFERS_BLOCKS, SPA_PARAM_BUFFERS_blocks);
SAME(AK_PW_KEY_BUFFERS_SIZE, SPA_PARAM_BUFFERS_size);
SAME(AK_PW_KEY_BUFFERS_STRIDE, SPA_PARAM_BUFFERS_stride);
SAME(AK_PW_KEY_BUFFERS_TYPE, SPA_PARAM_BUFFERS_dataType);
SAME(AK_PW_KEY_META_TYPE, SPA_PARAM_META_type);
SAME(AK_PW_KEY_META_SIZE, SPA_PARAM_META_size);
SAME(AK_PW_RGBX, SPA_VIDEO_FORMAT_RGBx);
SAME(AK_PW_BGRX, SPA_VIDEO_FORMAT_BGRx);
SAME(AK_PW_XRGB, SPA_VIDEO_FORMAT_xRGB);
SAME(AK_PW_XBGR, SPA_VIDEO_FORMAT_xBGR);
SAME(AK_PW_RGBA, SPA_VIDEO_FORMAT_RGBA);
SAME(AK_PW_BGRA, SPA_VIDEO_FORMAT_BGRA);
SAME(AK_PW_ARGB, SPA_VIDEO_FORMAT_ARGB);
SAME(AK_PW_ABGR, SPA_VIDEO_FORMAT_ABGR);

// MARK: - Streams

SAME(AK_PW_ERROR, PW_STREAM_STATE_ERROR);
SAME(AK_PW_UNCONNECTED, PW_STREAM_STATE_UNCONNECTED);
SAME(AK_PW_INPUT, PW_DIRECTION_INPUT);
SAME(AK_PW_AUTOCONNECT, PW_STREAM_FLAG_AUTOCONNECT);
SAME(AK_PW_DONT_RECONNECT, PW_STREAM_FLAG_DONT_RECONNECT);
SAME(UINT32_MAX, PW_ID_ANY);
SAME(sizeof(enum pw_stream_state), sizeof(int));
SAME(sizeof(enum pw_stream_flags), sizeof(int));
SAME(sizeof(enum pw_direction), sizeof(int));

// MARK: - Functions

// The same number of arguments of the same kinds, and answers of the same kind: only what pointers point to has other names.
static inline void compare(void) {
    struct ak_PipeWire ours = {0};
    struct pw_stream *stream = NULL;
    struct pw_context *context = NULL;
    struct pw_core *core = NULL;
    struct pw_proxy *proxy = NULL;
    struct pw_thread_loop *loop = NULL;
    struct pw_properties *properties = NULL;
    (void)loop, (void)properties, (void)core, (void)context, (void)proxy, (void)stream, (void)ours;
    // Each pair takes the same arguments, or one of them is not compiled.
#define ANSWERS(kind, name, ...)                                                                                                 \
    _Static_assert(__builtin_types_compatible_p(__typeof__(ours.name(__VA_ARGS__)), kind) &&                                     \
                       __builtin_types_compatible_p(__typeof__(pw_##name(__VA_ARGS__)), kind),                                   \
                   "pw_" #name " answers something else")
#define ANSWERS_POINTER(name, ...) ((void)sizeof(*ours.name(__VA_ARGS__)), (void)sizeof(*pw_##name(__VA_ARGS__)))
    ANSWERS(const char *, get_library_version);
    ANSWERS(void, init, NULL, NULL);
    ANSWERS(struct pw_thread_loop *, thread_loop_new, "name", NULL);
    ANSWERS(int, thread_loop_start, loop);
    ANSWERS(void, thread_loop_stop, loop);
    ANSWERS(void, thread_loop_lock, loop);
    ANSWERS(void, thread_loop_unlock, loop);
    ANSWERS(struct pw_loop *, thread_loop_get_loop, loop);
    ANSWERS(void, thread_loop_destroy, loop);
    ANSWERS(struct pw_context *, context_new, pw_thread_loop_get_loop(loop), properties, (size_t)0);
    ANSWERS(void, context_destroy, context);
    ANSWERS(struct pw_core *, context_connect_fd, context, 0, properties, (size_t)0);
    ANSWERS(int, core_disconnect, core);
    ANSWERS(void, proxy_add_object_listener, proxy, NULL, NULL, NULL);
    ANSWERS(struct pw_properties *, properties_new, "key", "value", NULL);
    ANSWERS(struct pw_stream *, stream_new, core, "name", properties);
    ANSWERS(void, stream_destroy, stream);
    ANSWERS(void, stream_add_listener, stream, NULL, NULL, NULL);
    ANSWERS(int, stream_connect, stream, 0, 0u, 0, NULL, 0u);
    ANSWERS(int, stream_update_params, stream, NULL, 0u);
    ANSWERS_POINTER(stream_dequeue_buffer, stream);
    ANSWERS(int, stream_queue_buffer, stream, NULL);
    ANSWERS(int, stream_set_active, stream, true);
    // The level of 0, which is all that is said.
    ANSWERS(void, log_set_level, 0);
    SAME(0, SPA_LOG_LEVEL_NONE);
}

int main(void) {
    compare();
    return 0;
}
