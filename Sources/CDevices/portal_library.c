#include "library.h"
#include "portal_parts.h"

#include <pthread.h>

struct ak_Bus ak_bus;
static int is_loaded = 0;

static int load_from(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND_BUS(name) &&ak_find(library, &ak_bus.name, "sd_bus_" #name)
    is_loaded = 1 BUS_FUNCTIONS(FIND_BUS);
    if (!is_loaded) dlclose(library);
    return is_loaded;
}

static void load(void) {
    // The same, where there is no systemd, or an old one.
    if (!load_from("libsystemd.so.0")) load_from("libelogind.so.0");
}

int ak_portal_has_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
