"""Closed captions inside H.264: CEA-608 pairs in SEI messages (ATSC A/53 part 4), which FFmpeg reads but cannot write."""
import struct
from fractions import Fraction

import boxes
from encoders import H264
from layout_tables import read, sizes, write_single_chunk
from model import Sample, Video, rational

RATE = Fraction(30000, 1001)
CAPTIONS = [("HELLO 608", 20, 40), ("SECOND CAPTION", 60, 80)]  # text, picture that shows it, picture that erases it

LOAD, ROW_15, SHOW, ERASE = (0x14, 0x20), (0x14, 0x70), (0x14, 0x2F), (0x14, 0x2C)  # CEA-608, channel 1
NOTHING = (0x00, 0x00)
PAIRS_A_PICTURE = 20  # what 9600 bits a second come to at 29.97 pictures


def parity(value):
    """Seven bits with odd parity."""
    return value | (0 if bin(value).count("1") % 2 else 0x80)


def pairs(frames):
    """The pair of field 1 for every picture."""
    line = [NOTHING] * frames
    for text, show, erase in CAPTIONS:
        codes = [LOAD, LOAD, ROW_15, ROW_15]
        padded = text + "\0" * (len(text) % 2)
        codes += [(ord(padded[place]), ord(padded[place + 1])) for place in range(0, len(padded), 2)]
        codes += [SHOW, SHOW]  # control codes are sent twice, the first one counts
        put(line, show + 2 - len(codes), codes)
        put(line, erase, [ERASE, ERASE])
    return [tuple(map(parity, pair)) for pair in line]


def put(line, place, codes):
    """Puts codes where nothing is yet."""
    if place < 0 or line[place:place + len(codes)] != [NOTHING] * len(codes):
        raise ValueError(f"captions collide at picture {place}")
    line[place:place + len(codes)] = codes


def message(pair):
    """One SEI unit: registered user data that carries the pair, an empty field 2 and padding."""
    data = bytes([0xFC, *pair, 0xFD, 0x80, 0x80]) + b"\xfa\0\0" * (PAIRS_A_PICTURE - 2)
    body = b"\xb5\x00\x31GA94\x03" + bytes([0xC0 | PAIRS_A_PICTURE, 0xFF]) + data + b"\xff"
    return b"\x06" + protected(bytes([4, len(body)]) + body + b"\x80")


def protected(payload):
    """Emulation prevention: no two zeros before a byte below 4 (H.264, 7.4.1)."""
    out, zeros = bytearray(), 0
    for value in payload:
        if zeros == 2 and value < 4:
            out.append(3)
            zeros = 0
        out.append(value)
        zeros = zeros + 1 if value == 0 else 0
    return bytes(out)


def with_message(sample, unit):
    """Puts a unit before the first slice of a sample with four-byte lengths."""
    place = 0
    while sample[place + 4] & 31 not in (1, 5):
        place += 4 + struct.unpack_from(">I", sample, place)[0]
    return sample[:place] + struct.pack(">I", len(unit)) + unit + sample[place:]


def presentation_order(track):
    """The picture index of every sample in decode order."""
    table = track.find("mdia/minf/stbl")
    deltas = [delta for count, delta in boxes.table(table.all(b"stts")[0], ">II") for _ in range(count)]
    offsets = [offset for count, offset in boxes.table(table.all(b"ctts")[0], ">II") for _ in range(count)]
    times, now = [], 0
    for delta, offset in zip(deltas, offsets):
        times.append(now + offset)
        now += delta
    rank = {time: index for index, time in enumerate(sorted(times))}
    return [rank[time] for time in times]


def caption(path, _):
    """Rewrites every sample with its caption data."""
    file = read(path)
    track = boxes.tracks(file[b"moov"])[0]
    order = presentation_order(track)
    units = [message(pair) for pair in pairs(len(order))]
    media, start, samples = file[b"mdat"].payload, 0, []
    for (size,), index in zip(sizes(track), order):
        samples.append(with_message(media[start:start + size], units[index]))
        start += size
    write_single_chunk(path, file, samples)


FACTS = {"closedCaptions": {
    "standard": "CEA-608", "field": 1,
    "captions": [{"text": text, "start": rational(show / RATE), "end": rational(erase / RATE)}
                 for text, show, erase in CAPTIONS],
    "pairs": ["".join(f"{value:02x}" for value in pair) for pair in pairs(90)],
}}

SAMPLES = [
    Sample("closed-captions.mp4", "CEA-608 captions inside the H.264 stream, pictures reordered", "mp4",
           [Video(H264, frames=90, rate=RATE, facts=FACTS)], movie_timescale=30000, change=caption),
]
