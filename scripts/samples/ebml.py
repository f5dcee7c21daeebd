"""Elements of Matroska files: reading the head of one, changing it, and writing it so that nothing behind it moves."""
import struct
import zlib

SEGMENT, SEEK_HEAD, SEEK, VOID = b"\x18\x53\x80\x67", b"\x11\x4d\x9b\x74", b"\x4d\xbb", b"\xec"
TRACKS, ENTRY, VIDEO, CLUSTER = b"\x16\x54\xae\x6b", b"\xae", b"\xe0", b"\x1f\x43\xb6\x75"
SEEK_POSITION, CHECKSUM = b"\x53\xac", b"\xbf"
MASTERS = {SEEK_HEAD, SEEK, TRACKS, ENTRY, VIDEO}


def length(first):
    """How many bytes a number has, by its first byte."""
    return 9 - first.bit_length()


class Element:
    """One element: its name, how many bytes its size takes, and what it holds."""

    def __init__(self, name, width, content):
        self.name, self.width, self.content = name, width, content

    def data(self):
        body = self.content if isinstance(self.content, bytes) else b"".join(each.data() for each in self.content)
        if self.content and not isinstance(self.content, bytes) and self.content[0].name == CHECKSUM:
            body = body[:2] + struct.pack("<I", zlib.crc32(body[6:])) + body[6:]
        if not self.name:
            return body
        size = (len(body) | 1 << 7 * self.width).to_bytes(self.width, "big")
        return self.name + size + body


def parse(data):
    """The elements in `data`, in order; those behind the first cluster stay what they are."""
    elements, position = [], 0
    while position < len(data):
        name = data[position:position + length(data[position])]
        position += len(name)
        if name == CLUSTER:
            elements.append(Element(b"", 0, name + data[position:]))
            break
        width = length(data[position])
        size = int.from_bytes(data[position:position + width], "big") & (1 << 7 * width) - 1
        body = data[position + width:position + width + size]
        position += width + size
        elements.append(Element(name, width, parse(body) if name in MASTERS else body))
    return elements


def find(elements, *names):
    """The first element at a path."""
    here = next(each for each in elements if each.name == names[0])
    return find(here.content, *names[1:]) if names[1:] else here


def set_roll(path, degrees):
    """Says how far the pictures of the first track were turned against the clock."""
    with open(path, "rb") as file:
        data = file.read()
    start = data.index(SEGMENT) + 4
    start += length(data[start])
    elements = parse(data[start:])
    projection = b"\x76\x70\x87\x76\x75\x84" + struct.pack(">f", degrees)
    find(elements, TRACKS, ENTRY, VIDEO).content.append(Element(b"", 0, projection))
    # The room behind the list of places shrinks, and what lies between it and the tracks moves.
    room = find(elements, VOID)
    place = sum(len(each.data()) for each in elements[:elements.index(room)])
    end = place + len(room.data()) + sum(len(each.data()) for each in elements[elements.index(room) + 1:][:2])
    room.content = room.content[:-len(projection)]
    for seek in find(elements, SEEK_HEAD).content[1:]:
        target = find(seek.content, SEEK_POSITION)
        position = int.from_bytes(target.content, "big")
        if place < position < end - len(projection):
            target.content = (position - len(projection)).to_bytes(len(target.content), "big")
    raw = b"".join(each.data() for each in elements)
    with open(path, "wb") as file:
        file.write(data[:start] + raw)
