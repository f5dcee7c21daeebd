#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <unistd.h>

int64_t ak_copy_range(int source, int64_t *from, int target, int64_t *to, uint64_t count) {
    return copy_file_range(source, from, target, to, count, 0);
}

int ak_reserve(int descriptor, int64_t offset, int64_t count) {
    return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, count);
}
