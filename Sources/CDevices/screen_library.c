#include "library.h"
#include "screen_parts.h"

#include <pthread.h>

struct ak_Core ak_core;
struct ak_RandR ak_randr;
struct ak_Shm ak_shm;
struct ak_XFixes ak_xfixes;
static int has_core = 0;

static int load_core(void) {
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_CORE(name) &&ak_find(library, &ak_core.name, "xcb_" #name)
    return 1 CORE_FUNCTIONS(FIND_CORE);
}

static int load_randr(void) {
    void *library = dlopen("libxcb-randr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_RANDR(name) &&ak_find(library, &ak_randr.name, "xcb_randr_" #name)
    return 1 RANDR_FUNCTIONS(FIND_RANDR) && ak_find(library, &ak_randr.extension, "xcb_randr_id");
}

static int load_shm(void) {
    void *library = dlopen("libxcb-shm.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_SHM(name) &&ak_find(library, &ak_shm.name, "xcb_shm_" #name)
    return 1 SHM_FUNCTIONS(FIND_SHM) && ak_find(library, &ak_shm.extension, "xcb_shm_id");
}

static int load_xfixes(void) {
    void *library = dlopen("libxcb-xfixes.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_XFIXES(name) &&ak_find(library, &ak_xfixes.name, "xcb_xfixes_" #name)
    return 1 XFIXES_FUNCTIONS(FIND_XFIXES) && ak_find(library, &ak_xfixes.extension, "xcb_xfixes_id");
}

static void load(void) {
    has_core = load_core();
    if (!has_core) return;
    // Each of them may be missing.
    load_randr();
    load_shm();
    load_xfixes();
}

int ak_screen_has_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return has_core;
}
