#include "CDevicesCodes.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// What is used of libzbar, declared here since its header package would bring a desktop with it. These functions are the same
// since version 0.10 of 2009, under the library's name libzbar.so.0.
typedef struct zbar_scanner zbar_scanner;
typedef struct zbar_picture zbar_picture;
typedef struct zbar_symbol zbar_symbol;
enum { CONFIG_ENABLE = 0, ALL_KINDS = 0 };
#define FORMAT_GREY 0x30303859UL    // 'Y800', the first letter lowest

#define ALL_FUNCTIONS(do)                                                                                                        \
    do(zbar_scanner *, image_scanner_create, (void))                                                                             \
    do(void, image_scanner_destroy, (zbar_scanner *))                                                                            \
    do(int, image_scanner_set_config, (zbar_scanner *, int, int, int))                                                           \
    do(int, scan_image, (zbar_scanner *, zbar_picture *))                                                                        \
    do(zbar_picture *, image_create, (void))                                                                                     \
    do(void, image_destroy, (zbar_picture *))                                                                                    \
    do(void, image_set_format, (zbar_picture *, unsigned long))                                                                  \
    do(void, image_set_size, (zbar_picture *, unsigned, unsigned))                                                               \
    do(void, image_set_data, (zbar_picture *, const void *, unsigned long, void (*)(zbar_picture *)))                            \
    do(const zbar_symbol *, image_first_symbol, (const zbar_picture *))                                                          \
    do(const zbar_symbol *, symbol_next, (const zbar_symbol *))                                                                  \
    do(int, symbol_get_type, (const zbar_symbol *))                                                                              \
    do(const char *, symbol_get_data, (const zbar_symbol *))                                                                     \
    do(unsigned, symbol_get_data_length, (const zbar_symbol *))                                                                  \
    do(unsigned, symbol_get_loc_size, (const zbar_symbol *))                                                                     \
    do(int, symbol_get_loc_x, (const zbar_symbol *, unsigned))                                                                   \
    do(int, symbol_get_loc_y, (const zbar_symbol *, unsigned))

#define DECLARE(result, name, parameters) result(*name) parameters;
static struct {
    ALL_FUNCTIONS(DECLARE)
} zbar;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libzbar.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(result, name, parameters)                                                                                           \
    *(void **)&zbar.name = dlsym(library, "zbar_" #name);                                                                        \
    if (!zbar.name) return;
    ALL_FUNCTIONS(LOAD)
    is_loaded = 1;
}

struct ak_CodeReader {
    zbar_scanner *scanner;
};

int ak_codes_can_be_read(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

ak_CodeReader *ak_code_reader_create(void) {
    if (!ak_codes_can_be_read()) return NULL;
    ak_CodeReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->scanner = zbar.image_scanner_create();
    if (!reader->scanner) {
        free(reader);
        return NULL;
    }
    zbar.image_scanner_set_config(reader->scanner, ALL_KINDS, CONFIG_ENABLE, 0);
    return reader;
}

void ak_code_reader_free(ak_CodeReader *reader) {
    if (!reader) return;
    zbar.image_scanner_destroy(reader->scanner);
    free(reader);
}

void ak_code_reader_look_for(ak_CodeReader *reader, int kind, int is_wanted) {
    zbar.image_scanner_set_config(reader->scanner, kind, CONFIG_ENABLE, is_wanted);
}

static int show_symbol(const zbar_symbol *symbol, void *context, void (*show)(void *, const ak_FoundCode *)) {
    unsigned count = zbar.symbol_get_loc_size(symbol);
    int *points = calloc(count ? count : 1, 2 * sizeof(int));
    if (!points) return 0;
    for (unsigned index = 0; index < count; index++) {
        points[2 * index] = zbar.symbol_get_loc_x(symbol, index);
        points[2 * index + 1] = zbar.symbol_get_loc_y(symbol, index);
    }
    ak_FoundCode code = {
        zbar.symbol_get_type(symbol), zbar.symbol_get_data(symbol), zbar.symbol_get_data_length(symbol), points, (int)count
    };
    show(context, &code);
    free(points);
    return 1;
}

int ak_code_reader_scan(
    ak_CodeReader *reader,
    const uint8_t *pixels,
    int width,
    int height,
    void *context,
    void (*show)(void *context, const ak_FoundCode *code)
) {
    zbar_picture *picture = zbar.image_create();
    if (!picture) return 0;
    zbar.image_set_format(picture, FORMAT_GREY);
    zbar.image_set_size(picture, (unsigned)width, (unsigned)height);
    // Without a function that frees the pixels: they stay the caller's.
    zbar.image_set_data(picture, pixels, (unsigned long)width * (unsigned long)height, NULL);
    int is_done = zbar.scan_image(reader->scanner, picture) >= 0;
    for (const zbar_symbol *symbol = zbar.image_first_symbol(picture); is_done && symbol; symbol = zbar.symbol_next(symbol)) {
        is_done = show_symbol(symbol, context, show);
    }
    zbar.image_destroy(picture);
    return is_done;
}
