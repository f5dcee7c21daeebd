internal import Foundation

/// What cameras note in their files (CIPA DC-008), which is laid out as a TIFF 6.0 file. A plain value.
struct ExifBlock {
    /// The value of a tag.
    enum Value: Hashable {
        case text(String)
        case bytes([UInt8])
        case short([UInt16])
        case long([UInt32])
        case ratio([Ratio])
        case signedRatio([SignedRatio])
    }

    struct Ratio: Hashable {
        var numerator: UInt32
        var denominator: UInt32
    }

    struct SignedRatio: Hashable {
        var numerator: Int32
        var denominator: Int32
    }

    typealias Directory = [UInt16: Value]

    /// Of the file.
    var file: Directory = [:]
    /// Of the exposure.
    var exposure: Directory = [:]
    /// Of the place.
    var place: Directory = [:]
    /// A small JPEG file that shows the same.
    var thumbnail: [UInt8]?

    private enum Tag {
        static let (exposure, place): (UInt16, UInt16) = (0x8769, 0x8825)
        static let (compression, thumbnailOffset, thumbnailLength): (UInt16, UInt16, UInt16) = (0x0103, 0x0201, 0x0202)
    }

    /// The block as it stands in a JPEG file, with its mark; nil where it is larger than a segment can be.
    var segment: [UInt8]? {
        let bytes = Array("Exif\0\0".utf8) + bytes
        return bytes.count <= 65533 ? bytes : nil
    }

    /// The block. Numbers have their highest byte first.
    var bytes: [UInt8] {
        var whole = file
        var offset = 8
        // Where the others are is known once it is known how large this one is, which does not depend on what they hold.
        if !exposure.isEmpty { whole[Tag.exposure] = .long([0]) }
        if !place.isEmpty { whole[Tag.place] = .long([0]) }
        let start = offset
        offset += Self.size(of: whole)
        if !exposure.isEmpty {
            whole[Tag.exposure] = .long([UInt32(offset)])
            offset += Self.size(of: exposure)
        }
        if !place.isEmpty {
            whole[Tag.place] = .long([UInt32(offset)])
            offset += Self.size(of: place)
        }
        var result: [UInt8] = Array("MM\0*".utf8)
        result.append(number: UInt32(start))
        result += Self.bytes(of: whole, at: start, next: thumbnail == nil ? 0 : offset)
        if !exposure.isEmpty { result += Self.bytes(of: exposure, at: result.count, next: 0) }
        if !place.isEmpty { result += Self.bytes(of: place, at: result.count, next: 0) }
        guard let thumbnail else { return result }
        var small: Directory = [Tag.compression: .short([6]), Tag.thumbnailOffset: .long([0])]
        small[Tag.thumbnailLength] = .long([UInt32(thumbnail.count)])
        small[Tag.thumbnailOffset] = .long([UInt32(result.count + Self.size(of: small))])
        return result + Self.bytes(of: small, at: result.count, next: 0) + thumbnail
    }

    /// How many bytes a directory and its values have.
    private static func size(of directory: Directory) -> Int {
        let values = directory.values.map { $0.bytes.count }.filter { $0 > 4 }
        return 2 + 12 * directory.count + 4 + values.reduce(0) { $0 + $1 + $1 % 2 }
    }

    private static func bytes(of directory: Directory, at start: Int, next: Int) -> [UInt8] {
        var entries: [UInt8] = []
        var values: [UInt8] = []
        let valuesStart = start + 2 + 12 * directory.count + 4
        entries.append(number: UInt16(directory.count))
        for (tag, value) in directory.sorted(by: { $0.key < $1.key }) {
            let bytes = value.bytes
            entries.append(number: tag)
            entries.append(number: value.type)
            entries.append(number: UInt32(value.count))
            if bytes.count <= 4 {
                entries += bytes + Array(repeating: 0, count: 4 - bytes.count)
            } else {
                entries.append(number: UInt32(valuesStart + values.count))
                values += bytes
                if bytes.count % 2 == 1 { values.append(0) }
            }
        }
        entries.append(number: UInt32(next))
        return entries + values
    }
}

extension ExifBlock.Value {
    /// Its number in TIFF 6.0.
    fileprivate var type: UInt16 {
        switch self {
        case .text: 2
        case .short: 3
        case .long: 4
        case .ratio: 5
        case .bytes: 7
        case .signedRatio: 10
        }
    }

    fileprivate var count: Int {
        switch self {
        case .text(let text): text.utf8.count + 1
        case .bytes(let bytes): bytes.count
        case .short(let numbers): numbers.count
        case .long(let numbers): numbers.count
        case .ratio(let ratios): ratios.count
        case .signedRatio(let ratios): ratios.count
        }
    }

    fileprivate var bytes: [UInt8] {
        var result: [UInt8] = []
        switch self {
        case .text(let text): result = Array(text.utf8) + [0]
        case .bytes(let bytes): result = bytes
        case .short(let numbers): numbers.forEach { result.append(number: $0) }
        case .long(let numbers): numbers.forEach { result.append(number: $0) }
        case .ratio(let ratios):
            for ratio in ratios {
                result.append(number: ratio.numerator)
                result.append(number: ratio.denominator)
            }
        case .signedRatio(let ratios):
            for ratio in ratios {
                result.append(number: ratio.numerator)
                result.append(number: ratio.denominator)
            }
        }
        return result
    }
}

extension [UInt8] {
    /// Adds a number with its highest byte first.
    fileprivate mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
