// What is used of libasound, which is loaded when it is needed.
#ifndef CDEVICES_ALSA_LIBRARY_H
#define CDEVICES_ALSA_LIBRARY_H

#include <alsa/asoundlib.h>

#define AK_ALSA_FUNCTIONS(do)                                                                                                    \
    do(pcm_open_lconf) do(pcm_close) do(pcm_info) do(pcm_info_malloc) do(pcm_info_free) do(pcm_info_set_device)                  \
    do(pcm_info_set_subdevice) do(pcm_info_set_stream) do(pcm_info_get_card) do(pcm_info_get_device) do(pcm_info_get_name)       \
    do(pcm_hw_params_malloc) do(pcm_hw_params_free) do(pcm_hw_params_any) do(pcm_hw_params) do(pcm_hw_params_set_access)         \
    do(pcm_hw_params_set_format) do(pcm_hw_params_set_rate_near) do(pcm_hw_params_set_channels_near)                             \
    do(pcm_hw_params_set_buffer_time_near) do(pcm_hw_params_set_period_time_near)                                                 \
    do(pcm_sw_params_malloc) do(pcm_sw_params_free) do(pcm_sw_params_current) do(pcm_sw_params)                                  \
    do(pcm_sw_params_set_tstamp_mode) do(pcm_sw_params_set_tstamp_type) do(pcm_sw_params_set_start_threshold)                    \
    do(pcm_sw_params_get_boundary)                                                                                               \
    do(pcm_status_malloc) do(pcm_status_free) do(pcm_status) do(pcm_status_get_htstamp) do(pcm_status_get_delay)                 \
    do(pcm_avail_update) do(pcm_wait) do(pcm_readi) do(pcm_start) do(pcm_prepare) do(pcm_drop) do(pcm_state)                     \
    do(card_next) do(card_get_index) do(ctl_open) do(ctl_close)                                                                  \
    do(ctl_card_info) do(ctl_card_info_malloc) do(ctl_card_info_free)                                                            \
    do(ctl_card_info_get_id) do(ctl_card_info_get_name) do(ctl_pcm_next_device) do(ctl_pcm_info)                                 \
    do(config_update_ref) do(config_unref) do(config_update_r) do(config_update_free) do(config_delete) do(config_search)        \
    do(config_search_definition) do(config_get_id) do(config_get_string) do(config_get_bool) do(config_iterator_first)           \
    do(config_iterator_next) do(config_iterator_end) do(config_iterator_entry)                                                   \
    do(strerror) do(lib_error_set_handler)

#define AK_ALSA_DECLARE(name) __typeof__(&snd_##name) name;
typedef struct ak_ALSALibrary {
    AK_ALSA_FUNCTIONS(AK_ALSA_DECLARE)
} ak_ALSALibrary;

/// NULL where it is not installed.
const ak_ALSALibrary *ak_alsa_library(void);

/// What ALSA is configured to be, as long as it is used.
typedef struct ak_ALSAConfiguration {
    snd_config_t *top;
    snd_config_update_t *update;
    int is_own;
} ak_ALSAConfiguration;

/// Reads the machine's, or a file's. Answers 0 or a negative errno.
int ak_alsa_configuration_take(ak_ALSAConfiguration *configuration, const char *path);
void ak_alsa_configuration_leave(ak_ALSAConfiguration *configuration);

/// Opens a source by ALSA's name of it, without waiting. Answers 0 or a negative errno.
int ak_alsa_open_pcm(snd_pcm_t **pcm, ak_ALSAConfiguration *configuration, const char *name);

#endif
