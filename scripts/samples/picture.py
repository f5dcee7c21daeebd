#!/usr/bin/env python3
"""Raw pictures that say which frame they are.

Every picture carries its index as a row of sixteen 16x16 blocks in the top left corner (bit 0 leftmost, white is 1),
the same number in digits, and things that move, so that a codec has a reason to predict.
"""
import argparse
import sys

BLOCK = 16
BITS = 16
BLACK, GREY, WHITE = 16, 126, 235
GUARD = 8  # grey rows below the blocks keep the moving background from bleeding into them
PERIOD = 128
DIGIT_SCALE = 4

FONT = {
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "11111 00010 00100 00010 00001 10001 01110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00010 01100",
}

FORMATS = {  # name: (horizontal chroma divisor, vertical chroma divisor, bits)
    "yuv420p": (2, 2, 8),
    "yuvj420p": (2, 2, 8),
    "yuv422p": (2, 1, 8),
    "yuv444p": (1, 1, 8),
    "yuv420p10le": (2, 2, 10),
    "yuv422p10le": (2, 1, 10),
    "yuva420p": (2, 2, 8),
    "yuva444p10le": (1, 1, 10),
}

ALPHA = [255, 128, 0]  # thirds of a picture from left to right, below the blocks, which are opaque


def triangle(position, period, low, high):
    """A triangle wave between two levels."""
    phase = position % period
    rise = phase if phase < period // 2 else period - phase
    return low + (high - low) * rise // (period // 2)


def bounce(time, speed, room):
    """Where something is that moves back and forth in `room` pixels."""
    return triangle(time * speed, 2 * room, 0, room) if room > 0 else 0


class Painter:
    """Paints the pictures of one clip."""

    def __init__(self, width, height, pixel_format="yuv420p", interlaced=False):
        if width < BLOCK * BITS:
            raise ValueError(f"a picture must be at least {BLOCK * BITS} pixels wide")
        self.width, self.height = width, height
        self.x_divisor, self.y_divisor, self.depth = FORMATS[pixel_format]
        self.interlaced, self.has_alpha = interlaced, "yuva" in pixel_format
        span = range(width + PERIOD)
        self.luma_wave = bytes(triangle(x, PERIOD, 56, 152) for x in span)
        self.blue_wave = bytes(triangle(x, PERIOD, 100, 150) for x in span)
        self.red_wave = bytes(triangle(x, PERIOD, 110, 160) for x in span)

    def frame(self, index):
        """All planes of one picture."""
        planes = [self.luma(index, index)]
        if self.interlaced:  # the second field shows a later moment
            planes = [self.weave(self.luma(index, 2 * index), self.luma(index, 2 * index + 1))]
        planes += self.chroma(2 * index if self.interlaced else index)
        data = b"".join(planes)
        alpha = self.alpha() if self.has_alpha else b""
        return data + alpha if self.depth == 8 else widen(data, self.depth) + spread(alpha, self.depth)

    def alpha(self):
        """How opaque pixels are."""
        row = bytes(ALPHA[3 * x // self.width] for x in range(self.width))
        opaque = b"\xff" * self.width * (BLOCK + GUARD)
        return opaque + row * (self.height - BLOCK - GUARD)

    def weave(self, top, bottom):
        """Even rows of one picture, odd rows of another."""
        width = self.width
        rows = [(bottom if y % 2 else top)[y * width:(y + 1) * width] for y in range(self.height)]
        return b"".join(rows)

    def luma(self, index, moment):
        width, height = self.width, self.height
        plane = bytearray()
        for y in range(height):
            shift = (y // 2 + 2 * moment) % PERIOD
            plane += self.luma_wave[shift:shift + width]
        self.draw_square(plane, moment)
        self.draw_number(plane, index)
        plane[:width * (BLOCK + GUARD)] = self.barcode(index)
        return bytes(plane)

    def barcode(self, index):
        blocks = b"".join(bytes([WHITE if index >> bit & 1 else BLACK]) * BLOCK for bit in range(BITS))
        row = blocks + bytes([GREY]) * (self.width - len(blocks))
        return row * BLOCK + bytes([GREY]) * self.width * GUARD

    def draw_square(self, plane, moment):
        """A white square with a dark heart that wanders over the lower half."""
        side, top = 32, 80
        left = bounce(moment, 5, self.width - side)
        upper = top + bounce(moment, 3, max(0, self.height - side - top))
        fill(plane, self.width, left, upper, side, side, WHITE)
        fill(plane, self.width, left + 8, upper + 8, side - 16, side - 16, BLACK)

    def draw_number(self, plane, index):
        text = f"{index:04d}"
        step = 6 * DIGIT_SCALE
        fill(plane, self.width, 8, 32, step * len(text) + DIGIT_SCALE, 9 * DIGIT_SCALE, BLACK)
        for place, digit in enumerate(text):
            for row, line in enumerate(FONT[digit].split()):
                for column, dot in enumerate(line):
                    if dot == "1":
                        x = 8 + DIGIT_SCALE * (1 + column) + place * step
                        fill(plane, self.width, x, 32 + DIGIT_SCALE * (1 + row), DIGIT_SCALE, DIGIT_SCALE, WHITE)

    def chroma(self, moment):
        width = -(-self.width // self.x_divisor)
        height = -(-self.height // self.y_divisor)
        blue, red = bytearray(), bytearray()
        neutral = -(-(BLOCK + GUARD) // self.y_divisor)
        for y in range(height):
            if y < neutral:
                blue += b"\x80" * width
                red += b"\x80" * width
                continue
            shift = moment % PERIOD
            blue += self.blue_wave[shift:shift + width]
            turn = (y + PERIOD - shift) % PERIOD
            red += self.red_wave[turn:turn + width]
        return [bytes(blue), bytes(red)]


def fill(plane, stride, x, y, width, height, value):
    """Fills a rectangle of one plane."""
    line = bytes([value]) * width
    for row in range(y, y + height):
        plane[row * stride + x:row * stride + x + width] = line


def widen(data, depth):
    """8-bit samples as little-endian samples of `depth` bits."""
    shift = depth - 8
    wide = bytearray(2 * len(data))
    wide[0::2] = data.translate(bytes((value << shift) & 255 for value in range(256)))
    wide[1::2] = data.translate(bytes((value << shift) >> 8 for value in range(256)))
    return bytes(wide)


def spread(data, depth):
    """8-bit samples over all codes of `depth` bits: the largest stays the largest."""
    top = (1 << depth) - 1
    return b"".join(((value * top + 127) // 255).to_bytes(2, "little") for value in data)


def read_index(luma, stride, scale=1.0):
    """Reads the index back from 8-bit luma; `scale` is the picture's size relative to the painted one."""
    index = 0
    for bit in range(BITS):
        centre_x, centre_y = int((bit + 0.5) * BLOCK * scale), int(0.5 * BLOCK * scale)
        reach = max(1, int(BLOCK * scale / 4))
        total = 0
        for y in range(centre_y - reach, centre_y + reach):
            total += sum(luma[y * stride + centre_x - reach:y * stride + centre_x + reach])
        if total > 4 * reach * reach * GREY:
            index |= 1 << bit
    return index


def main():
    parser = argparse.ArgumentParser(description="Writes raw pictures that carry their index to standard output.")
    parser.add_argument("--size", default="320x180")
    parser.add_argument("--frames", type=int, default=75)
    parser.add_argument("--first", type=int, default=0, help="index of the first picture")
    parser.add_argument("--format", default="yuv420p", choices=sorted(FORMATS))
    parser.add_argument("--interlaced", action="store_true", help="two moments in one picture, top field first")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    painter = Painter(width, height, options.format, options.interlaced)
    for index in range(options.first, options.first + options.frames):
        sys.stdout.buffer.write(painter.frame(index))


if __name__ == "__main__":
    main()
