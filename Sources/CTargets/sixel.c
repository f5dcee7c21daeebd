#include "CTargetsSixel.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// What is used of libsixel, declared as its sixel.h does: few machines have that, and its ABI has been the same since 1.5.
typedef struct Output Output;
typedef struct Dither Dither;
typedef int Write(char *bytes, int count, void *context);
enum { XTERM_256 = 3, ARITHMETIC_DITHER = 7, BLUE_GREEN_RED_ALPHA = 0x13, FAILURE = 0x1000 };

static struct {
    int (*output_new)(Output **output, Write *write, void *context, void *allocator);
    void (*output_unref)(Output *output);
    Dither *(*dither_get)(int palette);
    void (*dither_unref)(Dither *dither);
    void (*dither_set_pixelformat)(Dither *dither, int format);
    void (*dither_set_diffusion_type)(Dither *dither, int type);
    int (*encode)(unsigned char *pixels, int width, int height, int depth, Dither *dither, Output *output);
} sixel;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen("libsixel.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define LOAD(name)                                                                                                               \
    *(void **)&sixel.name = dlsym(library, "sixel_" #name);                                                                      \
    if (!sixel.name) return;
    LOAD(output_new)
    LOAD(output_unref)
    LOAD(dither_get)
    LOAD(dither_unref)
    LOAD(dither_set_pixelformat)
    LOAD(dither_set_diffusion_type)
    LOAD(encode)
    is_loaded = 1;
}

int ak_sixel_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

typedef struct {
    void (*take)(const char *bytes, int count, void *context);
    void *context;
} Taker;

static int hand_over(char *bytes, int count, void *context) {
    Taker *taker = context;
    taker->take(bytes, count, taker->context);
    return count;
}

int ak_sixel_encode(const void *pixels, long bytes_per_row, int width, int height,
                    void (*take)(const char *bytes, int count, void *context), void *context) {
    if (!ak_sixel_is_there() || width < 1 || height < 1) return 0;
    // It takes rows without a gap between them, and may change them.
    size_t row_size = (size_t)width * 4;
    unsigned char *rows = malloc(row_size * height);
    if (!rows) return 0;
    for (int row = 0; row < height; row++) memcpy(rows + row * row_size, (const char *)pixels + row * bytes_per_row, row_size);
    Taker taker = {take, context};
    Output *output = NULL;
    Dither *dither = sixel.dither_get(XTERM_256);
    int status = dither ? sixel.output_new(&output, hand_over, &taker, NULL) : FAILURE;
    if (!(status & FAILURE)) {
        sixel.dither_set_pixelformat(dither, BLUE_GREEN_RED_ALPHA);
        // The same pixel is the same in the next picture: what does not move does not flicker.
        sixel.dither_set_diffusion_type(dither, ARITHMETIC_DITHER);
        status = sixel.encode(rows, width, height, 3, dither, output);
    }
    if (output) sixel.output_unref(output);
    if (dither) sixel.dither_unref(dither);
    free(rows);
    return !(status & FAILURE);
}
