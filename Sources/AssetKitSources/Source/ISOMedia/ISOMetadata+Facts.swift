internal import AssetKitBase
package import AssetKitISOMedia
package import AssetKitCore
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension MetadataEntry {
    /// An entry of a box in the words that all containers share.
    init(_ entry: ISOMetadataEntry) {
        let isQualified = if case .qualified = entry.key { true } else { false }
        let keySpace: AVMetadataKeySpace =
            switch entry.keySpace {
            case .quickTimeUserData: .quickTimeUserData
            case .isoUserData: .isoUserData
            case .quickTimeMetadata: .quickTimeMetadata
            // The name that the key space has at Apple's; the public constant lives with the items.
            case .iTunes: isQualified ? AVMetadataKeySpace(rawValue: "itlk") : .iTunes
            }
        self.init(
            keySpace: keySpace,
            key: entry.key.description,
            value: Value(entry.value),
            dataType: entry.value.dataType,
            language: entry.languageTag
        )
    }
}

extension MetadataEntry.Value {
    package init(_ value: ISOMetadataValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .signed(let integer): self = .integer(integer)
        case .unsigned(let integer): self = Int64(exactly: integer).map { .integer($0) } ?? .number(Double(integer))
        case .real(let number): self = .number(number)
        case .reals(let numbers): self = .text(numbers.map { "\($0)" }.joined(separator: " "))
        case .position(let number, let count): self = .data(Self.packed(number, count))
        case .location(let location): self = .text(location.notation)
        case .data(let bytes, _): self = .data(bytes)
        case .stored(let bytes, _): self = .stored(bytes.offset..<bytes.offset + Int64(bytes.length))
        }
    }

    /// A number of so many, as iTunes packs it in eight bytes.
    private static func packed(_ number: UInt16, _ count: UInt16) -> [UInt8] {
        [0, 0, UInt8(number >> 8), UInt8(number & 0xff), UInt8(count >> 8), UInt8(count & 0xff), 0, 0]
    }
}

extension ISOMetadataValue {
    /// The type as AVFoundation names it.
    package var dataType: String? {
        switch self {
        case .text: "com.apple.metadata.datatype.UTF-8"
        case .signed: "com.apple.metadata.datatype.int64"
        case .unsigned: "com.apple.metadata.datatype.uint64"
        case .real: "com.apple.metadata.datatype.float64"
        case .data(_, let kind), .stored(_, let kind):
            switch kind {
            case .jpeg: "com.apple.metadata.datatype.JPEG"
            case .png: "com.apple.metadata.datatype.PNG"
            case .bmp: "com.apple.metadata.datatype.BMP"
            case .raw: "com.apple.metadata.datatype.raw-data"
            }
        case .reals, .position, .location: nil
        }
    }
}

extension ISOLocation {
    /// The place as ISO 6709 writes it.
    fileprivate var notation: String {
        Self.text(latitude, digits: 2) + Self.text(longitude, digits: 3) + Self.text(altitude, digits: 1) + "/"
    }

    private static func text(_ fixed: Int32, digits: Int) -> String {
        let scaled = (Int64(fixed.magnitude) * 10000 + 32768) / 65536
        let (whole, fraction) = ("\(scaled / 10000)", "\(scaled % 10000)")
        let padded = String(repeating: "0", count: max(0, digits - whole.count)) + whole
        return (fixed < 0 ? "-" : "+") + padded + "." + String(repeating: "0", count: 4 - fraction.count) + fraction
    }
}

extension ISOMovie {
    /// The chapters: of the text tracks that others name as theirs, else of Nero's list.
    func chapters(from window: ByteWindow, duration: CMTime, warn: (String) -> Void) throws -> [Chapter] {
        let reader = ISOChapterTrackReader(movie: self, window: window)
        var result: [Chapter] = []
        for track in reader.titleTracks {
            result += Self.adjoining(try reader.chapters(of: track, warn: warn), until: duration)
        }
        return result.isEmpty ? Self.adjoining(listedChapters, until: duration) : result
    }

    /// Each chapter lasts to the next one, and the last to its own end or the asset's.
    private static func adjoining(_ chapters: [ISOChapter], until end: CMTime) -> [Chapter] {
        let sorted = chapters.filter { $0.start.isNumeric }.sorted { $0.start < $1.start }
        return sorted.enumerated().map { index, chapter in
            let next = index + 1 < sorted.count ? sorted[index + 1].start : nil
            let stop = next ?? chapter.duration.map { chapter.start + $0 } ?? end
            return Chapter(
                title: chapter.title,
                timeRange: CMTimeRange(
                    start: chapter.start,
                    end: stop.isNumeric ? max(stop, chapter.start) : chapter.start
                ),
                language: chapter.languageTag ?? "und"
            )
        }
    }
}
