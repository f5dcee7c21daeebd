"""Samples that differ in how the file is laid out."""
import struct
from fractions import Fraction

import boxes
from encoders import AAC, H264, h264
from layout_tables import join, read, set_chunks, sizes, write
from model import Sample, Sound, Video, rational

FRAGMENTS = "frag_keyframe+default_base_moof"
SECOND_HALF = Video(h264("bframes=3:b-pyramid=normal:cabac=0:8x8dct=0:ref=2"), frames=48, first=48)


def two_descriptions(path, workshop):
    """Appends a second encoding with other parameter sets to the first, with a sample description of its own."""
    other = workshop.build(Sample("second-half.mp4", "", "mp4", [SECOND_HALF]))
    first, second = read(path), read(other)
    movie = first[b"moov"]
    track, later = boxes.tracks(movie)[0], boxes.tracks(second[b"moov"])[0]
    counts = [len(sizes(each)) for each in (track, later)]
    join(track, later)
    start, media = len(first[b"ftyp"].data()) + 8, first[b"mdat"].payload
    set_chunks(track, [(start, counts[0], 1), (start + len(media), counts[1], 2)])
    set_length(movie, track, sum(counts))
    write(path, first[b"ftyp"], media + second[b"mdat"].payload, movie)


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
    track["sampleDescriptions"] = [{"codec": "avc1", "first": 0, "count": 48},
                                   {"codec": "avc1", "first": 48, "count": 48}]


LOST = 29  # so many samples in decode order are cut off


def broken_start(path, _):
    """Cuts the first pictures off a transport stream, in the middle of a group."""
    with open(path, "rb") as file:
        data = file.read()
    kept, count = [], 0
    for place in range(0, len(data), 188):
        packet = data[place:place + 188]
        if (packet[1] & 0x1f) << 8 | packet[2] == 0x100:
            count += packet[1] >> 6 & 1  # a sample begins
            if count <= LOST:
                continue
        kept.append(packet)
    with open(path, "wb") as file:
        file.write(b"".join(kept))


def broken_start_truth(truth):
    """The first good picture is the next key picture, 48. The sound is whole, so that zero is where it was."""
    facts = truth["tracks"][0]["video"]
    facts.update(frameCount=75 - 48, keyFrames=[48], undecodableSamples=48 - LOST)
    run = facts["pictures"][0]
    run.update(first=48, count=75 - 48, start=rational(Fraction(*run["start"]) + Fraction(48, 25)))


def layout(**facts):
    return {"layout": facts}


def large_offsets(path, _):
    """A 64-bit size for the media data and 64-bit chunk offsets, as files over 4 GB have."""
    kinds = read(path)
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
    Sample("live.mkv", "Matroska as it is sent live: no duration, no index, clusters of unknown size", "matroska",
           [Video(H264)], [], ["-live", "1"], facts={"live": True}),
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
    Sample("h264-broken-start.ts", "begins in the middle of a group: pictures 29 to 47 are there and cannot be decoded",
           "mpegts", [Video(H264)], [Sound(AAC)], change=broken_start, finish=broken_start_truth),
    Sample("two-descriptions.mp4", "pictures 0 to 47 and 48 to 95 have sample descriptions with other parameter sets",
           "mp4", [Video(H264, frames=48)], [], change=two_descriptions, finish=two_descriptions_truth),
]
