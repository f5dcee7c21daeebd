// Calls of Linux that Swift's importer does not show, because the C library hides them without _GNU_SOURCE.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>

/// Copies bytes from one file to another inside the kernel and moves both offsets on. Answers as copy_file_range does.
int64_t ak_copy_range(int source, int64_t *from, int target, int64_t *to, uint64_t count);

/// Reserves room behind `offset` without changing the file's length. Answers as fallocate does.
int ak_reserve(int descriptor, int64_t offset, int64_t count);

/// Locks a whole file that is open for writing, as long as what it was opened as is there, and waits for nobody. Answers as fcntl
/// does.
int ak_lock_file(int descriptor);

/// Whether somebody else has locked a file, or a part of it, for writing. Locks nothing, and is 0 where nobody can tell.
int ak_is_file_locked(int descriptor);

/// Takes the right to change how threads are scheduled from the calling thread (0) or gives it back (1). Answers whether
/// anything changed: a thread that never had the right keeps being without it.
int ak_set_scheduling_right(int allowed);

/// Lets the calling thread, and those that it starts from then on, run on so many of its processors at most. Answers how many
/// they are, or -1.
int ak_limit_processors(int count);

/// Lets blocks of so many bytes and more have memory of their own, which the system has back when they are freed. Answers
/// whether the C library can do that.
int ak_map_blocks_from(int count);

/// How many processors the calling thread may run on, or -1.
int ak_processor_count(void);

#endif
