"""Samples whose pixels are more or less opaque."""
from encoders import PRORES_ALPHA, VP8_ALPHA, VP9_ALPHA
from model import Sample, Video
from picture import ALPHA, BLOCK, GUARD

SIZE = (256, 144)


def facts(**more):
    """Where the picture is how opaque: columns and the alpha from there on, below rows that are opaque."""
    columns = [[-(-SIZE[0] * third // 3), alpha] for third, alpha in enumerate(ALPHA)]
    return {"alpha": {"mode": "straight", "opaqueRows": BLOCK + GUARD, "columns": columns}, **more}


SAMPLES = [
    Sample("alpha-vp9.webm", "VP9 with straight alpha beside the samples", "webm",
           [Video(VP9_ALPHA, frames=50, size=SIZE, pixels="yuva420p", facts=facts())], []),
    Sample("alpha-vp8.webm", "VP8 with straight alpha beside the samples", "webm",
           [Video(VP8_ALPHA, frames=50, size=SIZE, pixels="yuva420p", facts=facts())], []),
    Sample("alpha-prores4444.mov", "ProRes 4444 with straight alpha in its pictures", "mov",
           [Video(PRORES_ALPHA, frames=5, size=SIZE, pixels="yuva444p10le", facts=facts(bitDepth=12))], []),
]
