"""Samples that differ in how the file is laid out."""
import struct
from fractions import Fraction

import boxes
from encoders import AAC, H264, h264
from model import Sample, Sound, Video

FRAGMENTS = "frag_keyframe+default_base_moof"
SECOND_HALF = Video(h264("bframes=3:b-pyramid=normal:cabac=0:8x8dct=0:ref=2"), frames=48, first=48)


def two_descriptions(path, workshop):
    """Appends a second encoding with other parameter sets to the first, with a sample description of its own."""
    other = workshop.build(Sample("second-half.mp4", "", "mp4", [SECOND_HALF]))
    first, second = read(path), read(other)
    movie = first[b"moov"]
    track, later = boxes.tracks(movie)[0], boxes.tracks(second[b"moov"])[0]
    join_tables(track, later)
    start = len(first[b"ftyp"].data()) + 8
    counts = [len(sizes(each)) for each in (track, later)]
    counts[0] -= counts[1]  # the first table holds both by now
    samples = track.find("mdia/minf/stbl")
    samples.replace(b"stsc", boxes.full(b"stsc", ">III", [(1, counts[0], 1), (2, counts[1], 2)]))
    samples.replace(b"stco", boxes.full(b"stco", ">I", [(start,), (start + len(first[b"mdat"].payload),)]))
    set_length(movie, track, sum(counts))
    media = boxes.Box(b"mdat", first[b"mdat"].payload + second[b"mdat"].payload)
    with open(path, "wb") as file:
        file.write(first[b"ftyp"].data() + media.data() + movie.data())


def read(path):
    with open(path, "rb") as file:
        return {box.kind: box for box in boxes.parse(file.read())}


def sizes(track):
    return boxes.table(boxes.Box(b"stsz", sizes_table(track)), ">I")


def sizes_table(track):
    """'stsz' has a common size before its count; ours is zero, so it is left out."""
    body = track.find("mdia/minf/stbl/stsz").payload
    return body[:4] + body[8:]


def join_tables(track, later):
    """Puts the later track's sample tables behind the first one's."""
    table, other = (each.find("mdia/minf/stbl") for each in (track, later))
    shift = len(sizes(track))
    for kind, form in ((b"stts", ">II"), (b"ctts", ">II")):
        rows = boxes.table(table.all(kind)[0], form) + boxes.table(other.all(kind)[0], form)
        table.replace(kind, boxes.full(kind, form, rows))
    keys = boxes.table(table.all(b"stss")[0], ">I")
    keys += [(number + shift,) for number, in boxes.table(other.all(b"stss")[0], ">I")]
    table.replace(b"stss", boxes.full(b"stss", ">I", keys))
    all_sizes = sizes(track) + sizes(later)
    body = struct.pack(">III", 0, 0, len(all_sizes)) + b"".join(struct.pack(">I", *row) for row in all_sizes)
    table.replace(b"stsz", boxes.Box(b"stsz", body))
    boxes.set_sample_entries(track, boxes.sample_entries(track) + boxes.sample_entries(later))


def set_length(movie, track, count):
    """Media and movie durations for `count` pictures at 25 a second."""
    header = bytearray(track.find("mdia/mdhd").payload)
    struct.pack_into(">I", header, 16, count * 512)
    track.find("mdia/mdhd").payload = bytes(header)
    boxes.set_edits(movie, track, [(count * 24, 1024, 1)])


def two_descriptions_truth(truth):
    track = truth["tracks"][0]
    track["segments"][0]["source"]["duration"] = [96 * 512, 12800]
    track["segments"][0]["target"]["duration"] = [96 * 24, 600]
    track["video"].update(frameCount=96, keyFrames=[0, 48])
    track["video"]["pictures"][0]["count"] = 96
    track["sampleDescriptions"] = [{"codec": "avc1", "first": 0, "count": 48}, {"codec": "avc1", "first": 48, "count": 48}]


def layout(**facts):
    return {"layout": facts}


def large_offsets(path, _):
    """A 64-bit size for the media data and 64-bit chunk offsets, as files over 4 GB have."""
    with open(path, "rb") as file:
        kinds = {box.kind: box for box in boxes.parse(file.read())}
    movie, head = kinds[b"moov"], kinds[b"ftyp"].data() + kinds[b"free"].data()
    for track in boxes.tracks(movie):
        table = track.find("mdia/minf/stbl")
        rows = boxes.table(table.all(b"stco")[0], ">I")
        table.replace(b"stco", boxes.full(b"co64", ">Q", [(offset + 8,) for offset, in rows]))
    media = kinds[b"mdat"].payload
    with open(path, "wb") as file:
        file.write(head + struct.pack(">I4sQ", 1, b"mdat", len(media) + 16) + media + movie.data())


SAMPLES = [
    Sample("faststart.mp4", "the movie box comes before the media data", "mp4", [Video(H264)], [Sound(AAC)],
           ["-movflags", "faststart"], facts=layout(movieFirst=True)),
    Sample("large-offsets.mp4", "64-bit media data size and chunk offsets", "mp4", [Video(H264, frames=25)],
           [Sound(AAC, samples=48000)], change=large_offsets),
    Sample("fragmented.mp4", "fragments at key pictures, with a table of them at the end", "mp4", [Video(H264)],
           [Sound(AAC)], ["-movflags", f"{FRAGMENTS}+delay_moov"],
           facts=layout(movieFirst=True, fragmented=True, index="mfra")),
    Sample("fragmented-sidx.mp4", "fragments at key pictures, with a segment index at the start", "mp4", [Video(H264)],
           [Sound(AAC)], ["-movflags", f"{FRAGMENTS}+delay_moov+global_sidx+skip_trailer"],
           facts=layout(movieFirst=True, fragmented=True, index="sidx")),
    Sample("fragmented-no-index.mp4", "fragments at key pictures, and nothing that lists them", "mp4", [Video(H264)],
           [Sound(AAC)], ["-movflags", f"{FRAGMENTS}+delay_moov+skip_trailer"],
           facts=layout(movieFirst=True, fragmented=True)),
    Sample("fragmented-no-edits.mp4", "fragments without edit lists: everything is 80 ms late", "mp4", [Video(H264)],
           [Sound(AAC)], ["-movflags", f"{FRAGMENTS}+empty_moov+skip_trailer"], zero=Fraction(2, 25), edit_lists=False,
           facts=layout(movieFirst=True, fragmented=True)),
    Sample("two-descriptions.mp4", "pictures 0 to 47 and 48 to 95 have sample descriptions with other parameter sets",
           "mp4", [Video(H264, frames=48)], [], change=two_descriptions, finish=two_descriptions_truth),
]
