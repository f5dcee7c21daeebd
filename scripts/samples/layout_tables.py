"""Sample tables of single-track files: reading, joining and rewriting."""
import struct

import boxes


def read(path):
    """The boxes of a file by kind."""
    with open(path, "rb") as file:
        return {box.kind: box for box in boxes.parse(file.read())}


def sizes(track):
    """The size of every sample, as rows of one."""
    body = track.find("mdia/minf/stbl/stsz").payload
    # 'stsz' has a common size before its count; ours is zero, so it is left out.
    return boxes.table(boxes.Box(b"stsz", body[:4] + body[8:]), ">I")


def set_sizes(track, rows):
    body = struct.pack(">III", 0, 0, len(rows)) + b"".join(struct.pack(">I", *row) for row in rows)
    track.find("mdia/minf/stbl").replace(b"stsz", boxes.Box(b"stsz", body))


def set_chunks(track, chunks):
    """Chunks as (offset, sample count, sample description)."""
    table = track.find("mdia/minf/stbl")
    rows = [(number, count, description) for number, (_, count, description) in enumerate(chunks, 1)]
    table.replace(b"stsc", boxes.full(b"stsc", ">III", rows))
    table.replace(b"stco", boxes.full(b"stco", ">I", [(offset,) for offset, _, _ in chunks]))


def join(track, later):
    """Puts the later track's samples and descriptions behind the first one's."""
    table, other = (each.find("mdia/minf/stbl") for each in (track, later))
    shift = len(sizes(track))
    for kind, form in ((b"stts", ">II"), (b"ctts", ">II")):
        rows = boxes.table(table.all(kind)[0], form) + boxes.table(other.all(kind)[0], form)
        table.replace(kind, boxes.full(kind, form, rows))
    keys = boxes.table(table.all(b"stss")[0], ">I")
    keys += [(number + shift,) for number, in boxes.table(other.all(b"stss")[0], ">I")]
    table.replace(b"stss", boxes.full(b"stss", ">I", keys))
    set_sizes(track, sizes(track) + sizes(later))
    boxes.set_sample_entries(track, boxes.sample_entries(track) + boxes.sample_entries(later))


def write(path, head, media, movie):
    """A file of three boxes, the movie last."""
    with open(path, "wb") as file:
        file.write(head.data() + boxes.Box(b"mdat", media).data() + movie.data())


def write_single_chunk(path, file, samples):
    """Writes the file again with other samples, all in one chunk."""
    track = boxes.tracks(file[b"moov"])[0]
    set_sizes(track, [(len(sample),) for sample in samples])
    set_chunks(track, [(len(file[b"ftyp"].data()) + 8, len(samples), 1)])
    write(path, file[b"ftyp"], b"".join(samples), file[b"moov"])
