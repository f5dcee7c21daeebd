#ifndef AK_ALLOCATION_COUNT_H
#define AK_ALLOCATION_COUNT_H

#include <stdint.h>

/// How many times this process has asked for memory on the heap, counted in every library that it has loaded.
uint64_t ak_allocation_count(void);

#endif
