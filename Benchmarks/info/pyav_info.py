"""What PyAV tells of one file, as JSON: the same facts as the others, from the same kind of call."""
import json
import sys

import av


def facts(stream):
    told = {
        "index": stream.index, "id": stream.id, "type": stream.type, "codec": getattr(stream, "name", None),
        "profile": stream.profile, "language": stream.language, "start": stream.start_time,
        "duration": stream.duration, "timeBase": str(stream.time_base), "frames": stream.frames,
        "metadata": dict(stream.metadata),
    }
    context = stream.codec_context
    if stream.type == "video":
        told |= {
            "width": context.width, "height": context.height, "format": context.pix_fmt,
            "averageRate": str(stream.average_rate), "pixelAspectRatio": str(context.sample_aspect_ratio),
        }
    if stream.type == "audio":
        told |= {"sampleRate": context.sample_rate, "channels": context.channels, "layout": context.layout.name}
    return told


def main():
    with av.open(sys.argv[1]) as container:
        told = {
            "format": container.format.name, "size": container.size, "duration": container.duration,
            "startTime": container.start_time, "bitRate": container.bit_rate, "metadata": dict(container.metadata),
            "chapters": [str(chapter) for chapter in container.chapters()],
            "streams": [facts(stream) for stream in container.streams],
        }
    json.dump(told, sys.stdout)


main()
