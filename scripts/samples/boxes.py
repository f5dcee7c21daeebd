"""Boxes of MP4 and QuickTime files: reading, changing and writing them."""
import struct

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf", b"udta", b"mvex", b"moof", b"traf", b"tref",
              b"mfra"}
FIXED = 65536  # one in 16.16


class Box:
    """One box: either `payload` bytes or, for containers, `children`."""

    def __init__(self, kind, payload=b"", children=None):
        self.kind, self.payload, self.children = kind, payload, children

    def data(self):
        body = self.payload if self.children is None else b"".join(child.data() for child in self.children)
        return struct.pack(">I4s", len(body) + 8, self.kind) + body

    def all(self, kind):
        return [child for child in self.children or () if child.kind == kind]

    def find(self, path):
        """The first box at a path such as 'mdia/minf/stbl', or None."""
        here = self
        for part in path.split("/"):
            matches = here.all(part.encode())
            if not matches:
                return None
            here = matches[0]
        return here

    def replace(self, kind, box):
        """Puts `box` where the box of that kind is, or at the end; None removes it."""
        places = [place for place, child in enumerate(self.children) if child.kind == kind]
        for place in reversed(places):
            del self.children[place]
        if box is not None:
            self.children.insert(places[0] if places else len(self.children), box)


def parse(data):
    """The boxes in `data`, in order."""
    boxes, position = [], 0
    while position + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, position + 8)[0], 16
        elif size == 0:
            size = len(data) - position
        if size < head or position + size > len(data):
            raise ValueError(f"box '{kind!r}' at {position} does not fit")
        body = data[position + head:position + size]
        boxes.append(Box(kind, children=parse(body)) if kind in CONTAINERS else Box(kind, body))
        position += size
    return boxes


def change_movie(path, change):
    """Rewrites the 'moov' of a file whose media data lies before it, so that no offset moves."""
    with open(path, "rb") as file:
        boxes = parse(file.read())
    kinds = [box.kind for box in boxes]
    if kinds.index(b"moov") < kinds.index(b"mdat"):
        raise ValueError(f"{path}: media data must come first")
    change(boxes[kinds.index(b"moov")])
    with open(path, "wb") as file:
        file.write(b"".join(box.data() for box in boxes))


def handler(track):
    """The handler type of a 'trak', such as b'vide'."""
    return track.find("mdia/hdlr").payload[8:12]


def tracks(movie, kind=None):
    return [track for track in movie.all(b"trak") if kind is None or handler(track) == kind]


def movie_timescale(movie):
    return struct.unpack_from(">I", movie.find("mvhd").payload, 12 if movie.find("mvhd").payload[0] == 0 else 20)[0]


def media_timescale(track):
    header = track.find("mdia/mdhd").payload
    return struct.unpack_from(">I", header, 12 if header[0] == 0 else 20)[0]


def edits(track):
    """(duration on the movie's timescale, media time or -1, rate) of each edit."""
    box = track.find("edts/elst")
    if box is None:
        return []
    version, count = box.payload[0], struct.unpack_from(">I", box.payload, 4)[0]
    form = ">Qqi" if version == 1 else ">Iii"
    step = struct.calcsize(form)
    found = [struct.unpack_from(form, box.payload, 8 + step * place) for place in range(count)]
    return [(duration, start, rate / FIXED) for duration, start, rate in found]


def set_edits(movie, track, entries):
    """Replaces the edit list and makes track and movie as long as the edits are."""
    body = b"".join(struct.pack(">Iii", duration, start, round(rate * FIXED)) for duration, start, rate in entries)
    table = Box(b"elst", struct.pack(">II", 0, len(entries)) + body)
    track.replace(b"edts", None)
    track.children.insert(1, Box(b"edts", children=[table]))  # after 'tkhd'
    total = sum(duration for duration, _, _ in entries)
    set_track_duration(track, total)
    longest = max(track_duration(each) for each in tracks(movie))
    header = bytearray(movie.find("mvhd").payload)
    struct.pack_into(">I", header, 16, longest)
    movie.find("mvhd").payload = bytes(header)


def track_duration(track):
    return struct.unpack_from(">I", track.find("tkhd").payload, 20)[0]


def set_track_duration(track, duration):
    header = bytearray(track.find("tkhd").payload)
    struct.pack_into(">I", header, 20, duration)
    track.find("tkhd").payload = bytes(header)


def matrix(track):
    """[a, b, c, d, tx, ty] of the track header."""
    a, b, _, c, d, _, x, y, _ = struct.unpack_from(">9i", track.find("tkhd").payload, 40)
    return [value / FIXED for value in (a, b, c, d, x, y)]


def set_matrix(track, a, b, c, d, x, y):
    header = bytearray(track.find("tkhd").payload)
    fixed = [round(value * FIXED) for value in (a, b, 0, c, d, 0, x, y)] + [1 << 30]
    struct.pack_into(">9i", header, 40, *fixed)
    track.find("tkhd").payload = bytes(header)


def set_track_size(track, width, height):
    header = bytearray(track.find("tkhd").payload)
    struct.pack_into(">II", header, 76, round(width * FIXED), round(height * FIXED))
    track.find("tkhd").payload = bytes(header)


def sample_entries(track):
    """The sample descriptions of a track, as boxes with raw payloads."""
    return parse(track.find("mdia/minf/stbl/stsd").payload[8:])


def set_sample_entries(track, entries):
    body = b"".join(entry.data() for entry in entries)
    track.find("mdia/minf/stbl/stsd").payload = struct.pack(">II", 0, len(entries)) + body


VISUAL_ENTRY = 78  # bytes before the boxes inside a visual sample entry


def add_to_video_entry(track, *boxes):
    """Appends boxes such as 'clap' to the first sample description of a video track."""
    entries = sample_entries(track)
    entries[0].payload += b"".join(box.data() for box in boxes)
    set_sample_entries(track, entries)


def video_entry_boxes(track):
    return parse(sample_entries(track)[0].payload[VISUAL_ENTRY:])


def table(box, form):
    """The rows of a full box that is a count and equal rows, such as 'stts'."""
    count = struct.unpack_from(">I", box.payload, 4)[0]
    step = struct.calcsize(form)
    return [struct.unpack_from(form, box.payload, 8 + step * row) for row in range(count)]


def full(kind, form, rows, version=0, flags=0):
    """A full box that is a count and equal rows."""
    body = b"".join(struct.pack(form, *row) for row in rows)
    return Box(kind, struct.pack(">II", version << 24 | flags, len(rows)) + body)
