// Finds functions of libraries that are loaded when they are first needed.
#ifndef CDEVICES_LIBRARY_H
#define CDEVICES_LIBRARY_H

#include <dlfcn.h>
#include <stddef.h>

/// Writes where something of a library is, which is of a pointer's size; 0 where the library does not have it.
static inline int ak_find(void *library, void *target, const char *name) {
    void *found = dlsym(library, name);
    *(void **)target = found;
    return found != NULL;
}

#endif
