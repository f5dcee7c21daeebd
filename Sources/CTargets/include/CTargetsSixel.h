// Pictures as the graphics that terminals know as sixels, through libsixel.
#ifndef CTARGETS_SIXEL_H
#define CTARGETS_SIXEL_H

/// Whether libsixel is installed.
int ak_sixel_is_there(void);
/// Writes a picture of 32 bits a pixel, blue first, as one sixel sequence in 256 colours: piece by piece to `take`. Answers 0 where
/// there is no memory for it.
int ak_sixel_encode(const void *pixels, long bytes_per_row, int width, int height,
                    void (*take)(const char *bytes, int count, void *context), void *context);

#endif
