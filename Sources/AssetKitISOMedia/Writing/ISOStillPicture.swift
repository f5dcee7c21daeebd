/// A coded picture in a file of its own, with what is noted of it (HEIF, ISO/IEC 23008-12). A plain value.
package struct ISOStillPicture: Hashable, Sendable {
    /// The decoder's configuration, which is what a box `hvcC` holds, and the picture's NAL units behind their lengths.
    private let configuration: [UInt8]
    private let data: [UInt8]
    /// The size that is coded, and what is to be seen of it from the left and from above.
    private let (codedWidth, codedHeight): (Int, Int)
    private let (shownWidth, shownHeight): (Int, Int)
    /// What the components mean: numbers of ITU-T H.273, and whether all codes are in use.
    private let (primaries, transfer, matrix): (UInt16, UInt16, UInt16)
    private let isFullRange: Bool
    /// How often whoever shows it turns it by 90 degrees clockwise.
    package var quarterTurns = 0
    /// What a camera notes (CIPA DC-008), which is laid out as a TIFF file; nil for nothing.
    package var exif: [UInt8]?

    package init(
        configuration: [UInt8],
        data: [UInt8],
        codedSize: (width: Int, height: Int),
        shownSize: (width: Int, height: Int),
        color: (primaries: UInt16, transfer: UInt16, matrix: UInt16),
        isFullRange: Bool
    ) {
        (self.configuration, self.data) = (configuration, data)
        (codedWidth, codedHeight) = codedSize
        (shownWidth, shownHeight) = shownSize
        (primaries, transfer, matrix) = color
        self.isFullRange = isFullRange
    }

    private enum Item { static let (picture, exif): (UInt16, UInt16) = (1, 2) }

    /// The bytes of the file.
    package var file: [UInt8] {
        var bytes = ISOBytes()
        bytes.box("ftyp") { box in
            box.code("heic")
            box.u32(0)
            box.code("mif1")
            box.code("heic")
        }
        let items = [(id: Item.picture, bytes: data)] + (exifItem.map { [(id: Item.exif, bytes: $0)] } ?? [])
        // How long the box is does not depend on what it says about places.
        let place = bytes.count + meta(items, at: 0).count + 8
        bytes.append(meta(items, at: place))
        bytes.box("mdat") { box in
            for item in items { box.append(item.bytes) }
        }
        return bytes.bytes
    }

    /// Where the TIFF file begins, counted from behind the number, and the mark that JPEG files have before it: most that reads
    /// pictures looks for that.
    private var exifItem: [UInt8]? {
        exif.map { [0, 0, 0, 6] + Array("Exif\0\0".utf8) + $0 }
    }

    private func meta(_ items: [(id: UInt16, bytes: [UInt8])], at place: Int) -> [UInt8] {
        var bytes = ISOBytes()
        bytes.fullBox("meta") { meta in
            meta.fullBox("hdlr") { box in
                box.u32(0)
                box.code("pict")
                box.zeros(12)
                box.terminated("")
            }
            meta.fullBox("pitm") { $0.u16(Item.picture) }
            meta.fullBox("iinf") { box in
                box.u16(UInt16(items.count))
                for item in items { Self.describe(item.id, in: &box) }
            }
            if items.count > 1 {
                // What is noted describes the picture.
                meta.fullBox("iref") { references in
                    references.box("cdsc") { box in
                        box.u16(Item.exif)
                        box.u16(1)
                        box.u16(Item.picture)
                    }
                }
            }
            meta.box("iprp") { writeProperties(in: &$0) }
            meta.fullBox("iloc") { Self.locate(items, at: place, in: &$0) }
        }
        return bytes.bytes
    }

    private static func describe(_ id: UInt16, in bytes: inout ISOBytes) {
        bytes.fullBox("infe", version: 2) { box in
            box.u16(id)
            // Not protected.
            box.u16(0)
            box.code(id == Item.picture ? "hvc1" : "Exif")
            box.terminated("")
        }
    }

    /// Offsets and lengths have four bytes, and nothing is added to offsets.
    private static func locate(_ items: [(id: UInt16, bytes: [UInt8])], at place: Int, in box: inout ISOBytes) {
        box.u16(0x4400)
        box.u16(UInt16(items.count))
        var place = place
        for item in items {
            box.u16(item.id)
            // In this file, in one run.
            box.u16(0)
            box.u16(1)
            box.u32(UInt32(place))
            box.u32(UInt32(item.bytes.count))
            place += item.bytes.count
        }
    }

    // MARK: Properties

    /// A property, and whether nobody may show the picture who does not know it.
    private typealias Property = (isEssential: Bool, write: (inout ISOBytes) -> Void)

    private func writeProperties(in bytes: inout ISOBytes) {
        let properties = properties
        bytes.box("ipco") { box in
            for property in properties { property.write(&box) }
        }
        bytes.fullBox("ipma") { box in
            box.u32(1)
            box.u16(Item.picture)
            box.u8(UInt8(properties.count))
            for (index, property) in properties.enumerated() {
                box.u8((property.isEssential ? 0x80 : 0) | UInt8(index + 1))
            }
        }
    }

    /// What changes the picture comes last, in the order in which it is done: cut, then turned.
    private var properties: [Property] {
        var result: [Property] = [
            (true, { $0.box("hvcC", content: configuration) }),
            (
                false,
                { bytes in
                    bytes.fullBox("ispe") { box in
                        box.u32(UInt32(codedWidth))
                        box.u32(UInt32(codedHeight))
                    }
                }
            ),
            (false, { $0.fullBox("pixi") { $0.append([3, 8, 8, 8] as [UInt8]) } }),
            (false, writeColor),
        ]
        if (codedWidth, codedHeight) != (shownWidth, shownHeight) { result.append((true, writeAperture)) }
        let turns = (4 - quarterTurns % 4) % 4
        // Counted the other way round.
        if turns != 0 { result.append((true, { $0.box("irot", content: [UInt8(turns)]) })) }
        return result
    }

    private func writeColor(_ bytes: inout ISOBytes) {
        bytes.box("colr") { box in
            box.code("nclx")
            box.u16(primaries)
            box.u16(transfer)
            box.u16(matrix)
            box.u8(isFullRange ? 0x80 : 0)
        }
    }

    /// The size to be seen, and how far its middle is from that of the whole: fractions of halves.
    private func writeAperture(_ bytes: inout ISOBytes) {
        bytes.box("clap") { box in
            for length in [shownWidth, shownHeight] {
                box.u32(UInt32(length))
                box.u32(1)
            }
            for difference in [shownWidth - codedWidth, shownHeight - codedHeight] {
                box.integer(Int32(difference))
                box.u32(2)
            }
        }
    }
}
