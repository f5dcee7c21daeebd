#include "portal_parts.h"

#include <dlfcn.h>
#include <pthread.h>

struct ak_Bus ak_bus;
static int is_loaded = 0;

static int find(void *library, void *target, const char *name) {
    void *found = dlsym(library, name);
    *(void **)target = found;
    return found != NULL;
}

static void load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    // The same, where there is no systemd.
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND_BUS(name) &&find(library, &ak_bus.name, "sd_bus_" #name)
    is_loaded = 1 BUS_FUNCTIONS(FIND_BUS);
}

int ak_portal_has_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
