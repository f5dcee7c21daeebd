#include "portal_parts.h"

#include <string.h>

int ak_portal_read_variant(sd_bus_message *message, const char *type, void *value) {
    char kind;
    const char *contents;
    if (ak_bus.message_peek_type(message, &kind, &contents) <= 0 || kind != 'v') return -1;
    if (contents && !strcmp(contents, type)) return ak_bus.message_read(message, "v", type, value) > 0 ? 1 : -1;
    return ak_bus.message_skip(message, "v") < 0 ? -1 : 0;
}

// Reads a dictionary of what each entry is for.
static int read_entries(sd_bus_message *message, int (*read)(sd_bus_message *, const char *, void *), void *context) {
    if (ak_bus.message_enter_container(message, 'a', "{sv}") <= 0) return -1;
    int entered;
    while ((entered = ak_bus.message_enter_container(message, 'e', "sv")) > 0) {
        const char *key;
        if (ak_bus.message_read(message, "s", &key) <= 0 || read(message, key, context) < 0 ||
            ak_bus.message_exit_container(message) < 0)
            return -1;
    }
    return entered < 0 || ak_bus.message_exit_container(message) < 0 ? -1 : 1;
}

int ak_portal_read_response(sd_bus_message *message, uint32_t *code, int (*read)(sd_bus_message *, const char *, void *),
                            void *context) {
    if (ak_bus.message_read(message, "u", code) <= 0) return -1;
    return read_entries(message, read, context);
}

int ak_portal_read_session(sd_bus_message *message, const char *key, void *context) {
    if (strcmp(key, "session_handle")) return ak_bus.message_skip(message, "v");
    char kind;
    const char *contents;
    if (ak_bus.message_peek_type(message, &kind, &contents) <= 0) return -1;
    // It is a text by an old mistake, and some day it will not be.
    return ak_portal_read_variant(message, contents && !strcmp(contents, "o") ? "o" : "s", context);
}

// MARK: - Streams

// More than any screen has.
static const int32_t longest_side = 1 << 16;

static int read_size(sd_bus_message *message, ak_PortalChoice *choice) {
    char kind;
    const char *contents;
    int32_t width = 0, height = 0;
    if (ak_bus.message_peek_type(message, &kind, &contents) <= 0) return -1;
    if (!contents || strcmp(contents, "(ii)")) return ak_bus.message_skip(message, "v");
    if (ak_bus.message_read(message, "v", "(ii)", &width, &height) <= 0) return -1;
    if (width > 0 && width <= longest_side && height > 0 && height <= longest_side) {
        choice->width = width;
        choice->height = height;
    }
    return 1;
}

static int read_property(sd_bus_message *message, const char *key, void *context) {
    ak_PortalChoice *choice = context;
    if (!strcmp(key, "size")) return read_size(message, choice);
    if (strcmp(key, "source_type")) return ak_bus.message_skip(message, "v");
    uint32_t source = 0;
    int is_read = ak_portal_read_variant(message, "u", &source);
    if (is_read > 0 && (source == AK_PORTAL_MONITORS || source == AK_PORTAL_WINDOWS || source == AK_PORTAL_VIRTUAL_MONITORS))
        choice->source = source;
    return is_read;
}

// Takes the first one: more were not asked for.
static int read_streams(sd_bus_message *message, ak_PortalChoice *choice) {
    char kind;
    const char *contents;
    if (ak_bus.message_peek_type(message, &kind, &contents) <= 0) return -1;
    if (!contents || strcmp(contents, "a(ua{sv})")) return ak_bus.message_skip(message, "v");
    if (ak_bus.message_enter_container(message, 'v', "a(ua{sv})") <= 0 ||
        ak_bus.message_enter_container(message, 'a', "(ua{sv})") <= 0)
        return -1;
    int entered, count = 0;
    while ((entered = ak_bus.message_enter_container(message, 'r', "ua{sv}")) > 0) {
        uint32_t node;
        ak_PortalChoice other, *target = count++ ? &other : choice;
        if (ak_bus.message_read(message, "u", &node) <= 0 || read_entries(message, read_property, target) < 0 ||
            ak_bus.message_exit_container(message) < 0)
            return -1;
        target->node = node;
    }
    return entered < 0 || ak_bus.message_exit_container(message) < 0 ? -1 : ak_bus.message_exit_container(message);
}

int ak_portal_read_choice(sd_bus_message *message, const char *key, void *context) {
    ak_PortalChoice *choice = context;
    if (!strcmp(key, "streams")) return read_streams(message, choice);
    if (strcmp(key, "restore_token")) return ak_bus.message_skip(message, "v");
    const char *token = NULL;
    int is_read = ak_portal_read_variant(message, "s", &token);
    if (is_read > 0 && strlen(token) <= AK_PORTAL_LONGEST_TOKEN) strcpy(choice->token, token);
    return is_read;
}
