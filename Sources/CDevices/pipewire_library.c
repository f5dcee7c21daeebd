#include "library.h"
#include "pipewire_parts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct ak_PipeWire ak_pw;
static int is_loaded = 0;

// What older ones of the same name are like, nobody has compared with what is declared here.
static int is_new_enough(const char *version) {
    int first = 0, second = 0, third = 0;
    sscanf(version, "%d.%d.%d", &first, &second, &third);
    return first > 0 || second > 3 || (second == 3 && third >= 41);
}

static void load(void) {
    const char *name = "libpipewire-0.3.so.0";
    void *others = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD), *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (others) dlclose(others);
    if (!library) return;
#define FIND_PIPEWIRE(result, function, arguments) &&ak_find(library, &ak_pw.function, "pw_" #function)
    is_loaded = 1 PIPEWIRE_FUNCTIONS(FIND_PIPEWIRE);
    is_loaded = is_loaded && is_new_enough(ak_pw.get_library_version());
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
