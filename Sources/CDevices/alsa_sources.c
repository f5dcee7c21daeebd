#include "CDevicesALSA.h"
#include "alsa_library.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

// A listing that is being made.
typedef struct Listing {
    const ak_ALSALibrary *snd;
    ak_ALSAConfiguration configuration;
    int (*is_known)(void *context, const char *id);
    void (*show)(void *context, const ak_ALSASource *source);
    void *context;
    /// The card and the device behind the name `default`; -1 where there is none.
    int default_card, default_device;
} Listing;

// What a source does where nothing else is asked of it.
static int ask_format(const ak_ALSALibrary *snd, snd_pcm_t *pcm, int *rate, int *channels) {
    snd_pcm_hw_params_t *wish = NULL;
    int status = snd->pcm_hw_params_malloc(&wish);
    if (status < 0) return status;
    unsigned near_rate = 48000, near_channels = 2;
    status = snd->pcm_hw_params_any(pcm, wish);
    if (status >= 0) status = snd->pcm_hw_params_set_channels_near(pcm, wish, &near_channels);
    if (status >= 0) status = snd->pcm_hw_params_set_rate_near(pcm, wish, &near_rate, NULL);
    snd->pcm_hw_params_free(wish);
    *rate = (int)near_rate;
    *channels = (int)near_channels;
    return status < 0 ? status : 0;
}

static int probe(Listing *listing, const char *name, ak_ALSASource *source) {
    snd_pcm_t *pcm = NULL;
    int status = ak_alsa_open_pcm(&pcm, &listing->configuration, name);
    if (status < 0) return status;
    status = ask_format(listing->snd, pcm, &source->rate, &source->channels);
    listing->snd->pcm_close(pcm);
    return status;
}

static void show_device(Listing *listing, snd_ctl_t *control, int card, int device, const char *card_id, const char *card_name) {
    const ak_ALSALibrary *snd = listing->snd;
    snd_pcm_info_t *info = NULL;
    if (snd->pcm_info_malloc(&info) < 0) return;
    snd->pcm_info_set_device(info, (unsigned)device);
    snd->pcm_info_set_subdevice(info, 0);
    snd->pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE);
    // Devices that only play have no such stream.
    if (snd->ctl_pcm_info(control, info) >= 0) {
        char id[128];
        snprintf(id, sizeof id, "hw:CARD=%s,DEV=%d", card_id, device);
        ak_ALSASource source = {
            .id = id,
            .card = card_name,
            .device = snd->pcm_info_get_name(info),
            .is_default = card == listing->default_card && device == listing->default_device,
        };
        if (!listing->is_known(listing->context, id)) source.error = probe(listing, id, &source);
        listing->show(listing->context, &source);
    }
    snd->pcm_info_free(info);
}

static void show_card(Listing *listing, int card) {
    const ak_ALSALibrary *snd = listing->snd;
    char name[32];
    snprintf(name, sizeof name, "hw:%d", card);
    snd_ctl_t *control = NULL;
    snd_ctl_card_info_t *info = NULL;
    if (snd->ctl_open(&control, name, SND_CTL_NONBLOCK) < 0) return;
    if (snd->ctl_card_info_malloc(&info) >= 0) {
        if (snd->ctl_card_info(control, info) >= 0) {
            const char *id = snd->ctl_card_info_get_id(info), *text = snd->ctl_card_info_get_name(info);
            for (int device = -1; snd->ctl_pcm_next_device(control, &device) >= 0 && device >= 0;)
                show_device(listing, control, card, device, id, text);
        }
        snd->ctl_card_info_free(info);
    }
    snd->ctl_close(control);
}

// What has sound of a server that others know better, of none at all, or of nothing by itself.
static int is_left_out(const ak_ALSALibrary *snd, snd_config_t *definition) {
    static const char *const types[] = {"pulse", "pipewire", "jack", "null"};
    snd_config_t *node = NULL;
    const char *type = NULL;
    if (snd->config_search(definition, "@args", &node) >= 0) return 1;
    if (snd->config_search(definition, "type", &node) < 0 || snd->config_get_string(node, &type) < 0 || !type) return 1;
    for (size_t index = 0; index < sizeof types / sizeof *types; index++)
        if (strcmp(type, types[index]) == 0) return 1;
    return 0;
}

// Whether what recorded by default at the last listing is a card, and still there: then that is it.
static int is_still_there(Listing *listing, const char *known) {
    char card[64];
    int device = 0;
    if (!known || sscanf(known, "hw:CARD=%63[^,],DEV=%d", card, &device) != 2) return 0;
    int number = listing->snd->card_get_index(card);
    if (number < 0) return 0;
    listing->default_card = number;
    listing->default_device = device;
    return 1;
}

static int probe_default(Listing *listing, ak_ALSASource *source) {
    const ak_ALSALibrary *snd = listing->snd;
    snd_pcm_t *pcm = NULL;
    int status = ak_alsa_open_pcm(&pcm, &listing->configuration, source->id);
    if (status < 0) return status;
    snd_pcm_info_t *info = NULL;
    if (snd->pcm_info_malloc(&info) >= 0) {
        if (snd->pcm_info(pcm, info) >= 0) {
            listing->default_card = snd->pcm_info_get_card(info);
            listing->default_device = (int)snd->pcm_info_get_device(info);
        }
        snd->pcm_info_free(info);
    }
    status = ask_format(snd, pcm, &source->rate, &source->channels);
    snd->pcm_close(pcm);
    return status;
}

// Finds out what records by default: a card, or something that the configuration makes. It is opened where that is not known.
static void show_default(Listing *listing, const char *known) {
    const ak_ALSALibrary *snd = listing->snd;
    ak_ALSASource source = {.id = "default", .card = "", .device = "", .is_default = 1};
    snd_config_t *definition = NULL;
    if (snd->config_search_definition(listing->configuration.top, "pcm", source.id, &definition) < 0) return;
    int is_no_source = is_left_out(snd, definition);
    snd->config_delete(definition);
    if (is_no_source || is_still_there(listing, known)) return;
    if (!listing->is_known(listing->context, source.id)) source.error = probe_default(listing, &source);
    // A card is shown under its own name, unless it was busy when that was to be found out: what is there does not vanish.
    if (known && strcmp(known, source.id) == 0) listing->default_card = -1;
    if (listing->default_card < 0 && (source.error == 0 || source.error == -EBUSY)) listing->show(listing->context, &source);
}

static void show_named(Listing *listing, snd_config_t *definition) {
    const ak_ALSALibrary *snd = listing->snd;
    const char *id = NULL, *description = NULL;
    snd_config_t *node = NULL;
    if (snd->config_get_id(definition, &id) < 0 || strcmp(id, "default") == 0) return;
    if (snd->config_search(definition, "hint.show", &node) < 0 || snd->config_get_bool(node) != 1) return;
    if (is_left_out(snd, definition)) return;
    if (snd->config_search(definition, "hint.description", &node) >= 0) snd->config_get_string(node, &description);
    ak_ALSASource source = {.id = id, .card = description ? description : "", .device = ""};
    if (!listing->is_known(listing->context, id)) source.error = probe(listing, id, &source);
    // Others are made for playing, or their cards are not there.
    if (source.error == 0 || source.error == -EBUSY || source.error == -EACCES) listing->show(listing->context, &source);
}

static void show_configured(Listing *listing) {
    const ak_ALSALibrary *snd = listing->snd;
    snd_config_t *all = NULL;
    if (snd->config_search(listing->configuration.top, "pcm", &all) < 0) return;
    snd_config_iterator_t place = snd->config_iterator_first(all);
    for (; place != snd->config_iterator_end(all); place = snd->config_iterator_next(place))
        show_named(listing, snd->config_iterator_entry(place));
}

int ak_alsa_list(
    const char *configuration,
    const char *known_default,
    int (*is_known)(void *context, const char *id),
    void (*show)(void *context, const ak_ALSASource *source),
    void *context
) {
    Listing listing = {
        .snd = ak_alsa_library(),
        .is_known = is_known,
        .show = show,
        .context = context,
        .default_card = -1,
        .default_device = -1,
    };
    if (!listing.snd) return -ENOSYS;
    int status = ak_alsa_configuration_take(&listing.configuration, configuration);
    if (status < 0) return status;
    show_default(&listing, known_default);
    for (int card = -1; listing.snd->card_next(&card) >= 0 && card >= 0;) show_card(&listing, card);
    show_configured(&listing);
    ak_alsa_configuration_leave(&listing.configuration);
    return 0;
}
