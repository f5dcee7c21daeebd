#include "pipewire_parts.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

struct ak_PipeWire ak_pw;
static int is_loaded = 0;

static int find(void *library, void *target, const char *name) {
    void *found = dlsym(library, name);
    *(void **)target = found;
    return found != NULL;
}

static void load(void) {
    const char *name = "libpipewire-0.3.so.0";
    void *others = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD), *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (others) dlclose(others);
    if (!library) return;
#define FIND_PIPEWIRE(result, function, arguments) &&find(library, &ak_pw.function, "pw_" #function)
    is_loaded = 1 PIPEWIRE_FUNCTIONS(FIND_PIPEWIRE);
    if (!is_loaded) return;
    ak_pw.init(NULL, NULL);
    // It writes to the standard error of a program that may have its own idea of what is to be read there. Where the program itself, or
    // its user, has an opinion on that, it stays.
    if (!others && !getenv("PIPEWIRE_DEBUG")) ak_pw.log_set_level(0);
}

int ak_stream_has_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
