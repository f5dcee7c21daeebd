/* What other libraries make of sound at another speed: raw floats in, raw floats out.
 *
 * usage: peers NAME SPEED CHANNELS SOURCE OUTPUT     SPEED 2 is twice as fast
 *
 * Each gets blocks of 256 frames, as a player hands them out, and gives what it has after each. What a library says of its
 * own delay is obeyed: Rubber Band wants silence first and says how much of its output to leave out. */
#include <rubberband/rubberband-c.h>
#include <sonic.h>
#include <SoundTouchDLL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 256 };

/* Frames of all channels by turns. */
typedef struct {
    float *samples;
    size_t count, capacity;
    unsigned channels;
} Sound;

static _Noreturn void fail(const char *words, const char *detail) {
    fprintf(stderr, "peers: %s%s\n", words, detail);
    exit(1);
}

/* Room for more frames behind those that are there. */
static float *room(Sound *sound, size_t count) {
    if (sound->count + count > sound->capacity) {
        sound->capacity = 2 * sound->capacity + count;
        sound->samples = realloc(sound->samples, sound->capacity * sound->channels * sizeof(float));
        if (!sound->samples) fail("no memory is left", "");
    }
    return sound->samples + sound->count * sound->channels;
}

static Sound read_sound(const char *path, unsigned channels) {
    Sound sound = {.channels = channels};
    FILE *file = fopen(path, "rb");
    if (!file) fail("cannot open ", path);
    size_t got;
    do {
        float *place = room(&sound, 65536);
        got = fread(place, sizeof(float) * channels, 65536, file);
        sound.count += got;
    } while (got);
    fclose(file);
    return sound;
}

static void write_sound(Sound sound, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) fail("cannot write ", path);
    size_t written = fwrite(sound.samples, sizeof(float) * sound.channels, sound.count, file);
    if (fclose(file) || written != sound.count) fail("cannot write ", path);
}

/* Rubber Band takes each channel on its own. */
typedef struct {
    RubberBandState state;
    float planes[2][BLOCK];
    float *pointers[2];
    size_t left_out;
} Band;

static void band_read(Band *band, Sound *output) {
    int available;
    while ((available = rubberband_available(band->state)) > 0) {
        unsigned want = available < BLOCK ? available : BLOCK;
        if (band->left_out && want > band->left_out) want = band->left_out;
        unsigned got = rubberband_retrieve(band->state, band->pointers, want);
        if (band->left_out) {
            band->left_out -= got;
            continue;
        }
        float *place = room(output, got);
        for (unsigned frame = 0; frame < got; frame++)
            for (unsigned channel = 0; channel < output->channels; channel++)
                *place++ = band->planes[channel][frame];
        output->count += got;
    }
}

static void band_write(Band *band, const float *samples, unsigned channels, size_t count, int last) {
    for (size_t frame = 0; frame < count; frame++)
        for (unsigned channel = 0; channel < channels; channel++)
            band->planes[channel][frame] = samples ? samples[frame * channels + channel] : 0;
    rubberband_process(band->state, (const float *const *)band->pointers, count, last);
}

static void rubber_band(RubberBandOptions options, double speed, Sound source, Sound *output) {
    options |= RubberBandOptionProcessRealTime | RubberBandOptionThreadingNever;
    Band band = {.state = rubberband_new(RATE, source.channels, options, 1 / speed, 1)};
    for (int channel = 0; channel < 2; channel++) band.pointers[channel] = band.planes[channel];
    rubberband_set_max_process_size(band.state, BLOCK);
    band.left_out = rubberband_get_start_delay(band.state);
    for (size_t pad = rubberband_get_preferred_start_pad(band.state); pad;) {
        size_t count = pad < BLOCK ? pad : BLOCK;
        band_write(&band, NULL, source.channels, count, 0);
        pad -= count;
    }
    for (size_t start = 0; start < source.count; start += BLOCK) {
        size_t count = source.count - start < BLOCK ? source.count - start : BLOCK;
        const float *samples = source.samples + start * source.channels;
        band_write(&band, samples, source.channels, count, start + count == source.count);
        band_read(&band, output);
    }
    band_read(&band, output);
    rubberband_delete(band.state);
}

static void sonic(double speed, Sound source, Sound *output) {
    sonicStream stream = sonicCreateStream(RATE, source.channels);
    sonicSetSpeed(stream, speed);
    int got;
    for (size_t start = 0; start <= source.count; start += BLOCK) {
        size_t count = source.count - start < BLOCK ? source.count - start : BLOCK;
        sonicWriteFloatToStream(stream, source.samples + start * source.channels, count);
        if (start + BLOCK > source.count) sonicFlushStream(stream);
        do {
            got = sonicReadFloatFromStream(stream, room(output, BLOCK), BLOCK);
            output->count += got;
        } while (got);
    }
    sonicDestroyStream(stream);
}

static void sound_touch(int low_latency, double speed, Sound source, Sound *output) {
    /* The numbers of settings stand in the C++ header only. */
    enum { QUICK_SEEK = 2, SEQUENCE = 3, SEEK_WINDOW = 4, OVERLAP = 5 };
    HANDLE handle = soundtouch_createInstance();
    soundtouch_setSampleRate(handle, RATE);
    soundtouch_setChannels(handle, source.channels);
    soundtouch_setTempo(handle, speed);
    if (low_latency) {
        soundtouch_setSetting(handle, QUICK_SEEK, 1);
        soundtouch_setSetting(handle, SEQUENCE, 20);
        soundtouch_setSetting(handle, SEEK_WINDOW, 8);
        soundtouch_setSetting(handle, OVERLAP, 4);
    }
    unsigned got;
    for (size_t start = 0; start <= source.count; start += BLOCK) {
        size_t count = source.count - start < BLOCK ? source.count - start : BLOCK;
        if (count) soundtouch_putSamples(handle, source.samples + start * source.channels, count);
        if (start + BLOCK > source.count) soundtouch_flush(handle);
        do {
            got = soundtouch_receiveSamples(handle, room(output, BLOCK), BLOCK);
            output->count += got;
        } while (got);
    }
    soundtouch_destroyInstance(handle);
}

int main(int count, char **arguments) {
    if (count == 2 && !strcmp(arguments[1], "--version")) {
        printf("Rubber Band %s, SoundTouch %s\n", RUBBERBAND_VERSION, soundtouch_getVersionString());
        return 0;
    }
    if (count != 6) fail("usage: peers NAME SPEED CHANNELS SOURCE OUTPUT", "");
    const char *name = arguments[1];
    double speed = atof(arguments[2]);
    int channels = atoi(arguments[3]);
    if (speed <= 0 || channels < 1 || channels > 2) fail("no such speed or number of channels", "");
    Sound source = read_sound(arguments[4], channels), output = {.channels = channels};
    if (!strcmp(name, "r3"))
        rubber_band(RubberBandOptionEngineFiner, speed, source, &output);
    else if (!strcmp(name, "r3-short"))
        rubber_band(RubberBandOptionEngineFiner | RubberBandOptionWindowShort, speed, source, &output);
    else if (!strcmp(name, "r2"))
        rubber_band(RubberBandOptionEngineFaster, speed, source, &output);
    else if (!strcmp(name, "r2-smooth"))
        rubber_band(RubberBandOptionEngineFaster | RubberBandOptionTransientsSmooth, speed, source, &output);
    else if (!strcmp(name, "sonic"))
        sonic(speed, source, &output);
    else if (!strcmp(name, "soundtouch"))
        sound_touch(0, speed, source, &output);
    else if (!strcmp(name, "soundtouch-ll"))
        sound_touch(1, speed, source, &output);
    else
        fail("there is no peer ", name);
    write_sound(output, arguments[5]);
    return 0;
}
