// Codes in pictures (QR and bars), through libzbar.
#ifndef CDEVICES_CODES_H
#define CDEVICES_CODES_H

#include <stdint.h>

typedef struct ak_CodeReader ak_CodeReader;

/// Kinds of codes, with libzbar's numbers.
enum {
    AK_CODE_EAN8 = 8,
    AK_CODE_UPCE = 9,
    AK_CODE_EAN13 = 13,
    AK_CODE_INTERLEAVED_2_OF_5 = 25,
    AK_CODE_CODABAR = 38,
    AK_CODE_CODE39 = 39,
    AK_CODE_QR = 64,
    AK_CODE_CODE93 = 93,
    AK_CODE_CODE128 = 128,
};

/// A code that was found. All of it lives as long as the call that shows it.
typedef struct ak_FoundCode {
    int kind;
    const char *text;
    long text_length;
    /// Pairs of a column and a row: of QR its corners, upper left first, then down; of bars where lines across met them.
    const int *points;
    int point_count;
} ak_FoundCode;

/// Whether libzbar is there.
int ak_codes_can_be_read(void);

/// Makes a reader that looks for no kind yet; NULL where libzbar or memory is missing.
ak_CodeReader *ak_code_reader_create(void);
void ak_code_reader_free(ak_CodeReader *reader);

/// Looks for a kind from now on, or no longer.
void ak_code_reader_look_for(ak_CodeReader *reader, int kind, int is_wanted);

/// Looks at a picture of grey, whose rows follow each other without gaps, and shows what it finds. 0 where that failed.
int ak_code_reader_scan(
    ak_CodeReader *reader,
    const uint8_t *pixels,
    int width,
    int height,
    void *context,
    void (*show)(void *context, const ak_FoundCode *code)
);

#endif
