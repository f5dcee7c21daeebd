"""All samples."""
import catalog_alpha
import catalog_captions
import catalog_codecs
import catalog_colour
import catalog_edits
import catalog_layout
import catalog_pictures
import catalog_sound
import catalog_text

SAMPLES = [
    *catalog_codecs.SAMPLES,
    *catalog_pictures.SAMPLES,
    *catalog_colour.SAMPLES,
    *catalog_edits.SAMPLES,
    *catalog_layout.SAMPLES,
    *catalog_sound.SAMPLES,
    *catalog_text.SAMPLES,
    *catalog_captions.SAMPLES,
    *catalog_alpha.SAMPLES,
]
