/// The header of an H.263 picture (ITU-T H.263, 5.1): its size, and the shape of its pixels.
package struct H263PictureHeader: Hashable, Sendable {
    package var size: PictureSize
    /// nil for a shape that the standard reserves.
    package var pixelAspectRatio: PositiveRatio?

    package init(_ picture: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(picture)
        guard try reader.unsigned(22) == 0x20 else { throw .invalid("PSC") }
        try reader.skip(8)  // when the picture shows
        guard try reader.unsigned(2) == 0b10 else { throw .invalid("PTYPE") }
        try reader.skip(3)  // split screen, camera, freeze
        let format = try reader.unsigned(3)
        if format == 7 {
            (size, pixelAspectRatio) = try Self.extendedFormat(&reader)
        } else {
            guard let standard = Self.standardSizes[format] else { throw .invalid("source format") }
            size = standard
            pixelAspectRatio = PositiveRatio(12, 11)
        }
    }

    /// PLUSPTYPE: a format of one's own has its own shape of pixels.
    private static func extendedFormat(
        _ reader: inout BitReader
    ) throws(BitstreamError) -> (PictureSize, PositiveRatio?) {
        guard try reader.unsigned(3) == 1 else { throw .unsupported("a picture that does not state its format") }
        let format = try reader.unsigned(3)
        try reader.skip(15 + 9)  // options, kind of picture
        // Continuous presence multipoint comes with two bits more.
        if try reader.flag() { try reader.skip(2) }
        guard format == 6 else {
            guard let standard = standardSizes[format] else { throw .invalid("source format") }
            return (standard, PositiveRatio(12, 11))
        }
        let shape = try reader.unsigned(4)
        let width = (try reader.unsigned(9) + 1) * 4
        try reader.marker("CPFMT")
        let height = try reader.unsigned(9) * 4
        guard height > 0 else { throw .invalid("picture height indication") }
        let size = PictureSize(width: width, height: height)
        if shape == 15 { return (size, PositiveRatio(try reader.unsigned(8), try reader.unsigned(8))) }
        return (size, pixelAspectRatios[shape].flatMap { PositiveRatio($0.0, $0.1) })
    }

    /// Table 5: the pixel aspect ratio code.
    private static let pixelAspectRatios = [1: (1, 1), 2: (12, 11), 3: (10, 11), 4: (16, 11), 5: (40, 33)]

    private static let standardSizes: [Int: PictureSize] = [
        1: PictureSize(width: 128, height: 96), 2: PictureSize(width: 176, height: 144),
        3: PictureSize(width: 352, height: 288), 4: PictureSize(width: 704, height: 576),
        5: PictureSize(width: 1_408, height: 1_152),
    ]
}
