internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import Foundation

/// What the outermost boxes of a movie say about how far it got. Only heads of boxes are read.
struct FragmentScan {
    /// The first `moov`, where it is whole.
    private(set) var header: Range<Int64>?
    /// The header announces fragments.
    private(set) var isFragmented = false
    /// The `free` box of 16 bytes in front of the header.
    private(set) var placeholder: Int64?
    /// Behind the last fragment of which all is there.
    private(set) var goodEnd: Int64 = 0
    /// Where the box begins that is cut off. What whole boxes there are between ``goodEnd`` and this, such as an index
    /// of fragments, holds no media.
    private(set) var tornStart: Int64 = 0
    /// A box with a long length in front of the header that is to become an `mdat`.
    private(set) var unfinishedEnclosure: Int64?
    private(set) var isISOMedia = false

    private struct Box {
        let type: ISOCode
        let range: Range<Int64>
        let headerSize: Int
    }

    init(_ sink: any ByteSink) throws {
        var offset: Int64 = 0
        var previous: Box?
        var fragment: Box?
        while let box = try Self.box(at: offset, in: sink) {
            if offset == 0 { isISOMedia = ["ftyp", "moov", "free", "wide", "mdat", "styp", "skip"].contains(box.type) }
            guard isISOMedia else { return }
            switch box.type {
            case "moov":
                // A second `moov` was written by a completion that was cut off, and does not count.
                guard header == nil else { return }
                try noteHeader(box, behind: previous, in: sink)
                guard isFragmented else { return }
            case "moof" where header != nil: fragment = box
            case "mdat" where header != nil:
                if fragment != nil { goodEnd = box.range.upperBound }
                fragment = nil
            case "free" where header != nil: fragment = nil
            default: break
            }
            previous = box
            offset = box.range.upperBound
        }
        tornStart = fragment?.range.lowerBound ?? offset
    }

    private mutating func noteHeader(_ box: Box, behind previous: Box?, in sink: any ByteSink) throws {
        header = box.range
        goodEnd = box.range.upperBound
        isFragmented = try Self.hasChild("mvex", of: box, in: sink)
        guard let previous else { return }
        if previous.type == "free", previous.range.count == 16, previous.headerSize == 8 {
            placeholder = previous.range.lowerBound
        }
        let isKnown = previous.type == "mdat" || (previous.type == "free" && previous.headerSize == 8)
        if !isFragmented, !isKnown, previous.headerSize == 16, previous.range.lowerBound > 0 {
            unfinishedEnclosure = previous.range.lowerBound
        }
    }

    /// The box at an offset; nil where there is none, or not all of it.
    private static func box(at offset: Int64, in sink: any ByteSink) throws -> Box? {
        guard let (header, room) = try head(at: offset, end: sink.length, in: sink) else { return nil }
        // A length of 0 reaches to the end, which a torn file has not got yet.
        let isOpen = header.size == room && header.type.rawValue == 0
        guard !isOpen, header.size >= Int64(header.headerSize), header.size <= room else { return nil }
        return Box(type: header.type, range: offset..<offset + header.size, headerSize: header.headerSize)
    }

    private static func head(
        at offset: Int64,
        end: Int64,
        in sink: any ByteSink
    ) throws -> (header: ISOBoxHeader, room: Int64)? {
        let room = end - offset
        guard room >= 8 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(min(room, Int64(ISOBoxHeader.largest))))
        try bytes.withUnsafeMutableBytes { try sink.readAll(at: offset, into: $0) }
        guard let header = ISOBoxHeader(ISOFields(bytes, of: "head"), remaining: room) else { return nil }
        return (header, room)
    }

    private static func hasChild(_ type: ISOCode, of box: Box, in sink: any ByteSink) throws -> Bool {
        var offset = box.range.lowerBound + Int64(box.headerSize)
        while let (header, _) = try head(at: offset, end: box.range.upperBound, in: sink) {
            if header.type == type { return true }
            guard header.size >= 8 else { return false }
            offset += header.size
        }
        return false
    }
}
