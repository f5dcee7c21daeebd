internal import AssetKitContainers
internal import AssetKitMedia

/// The header of an Ogg file of one stream, with metadata of ours.
struct OggHeader {
    /// The pages, with other comments.
    let bytes: [UInt8]
    /// How many pages there are more than before: all behind them count on.
    let addedPageCount: Int

    /// Nil for what is not the header of a stream that is known here.
    init?(replacing header: [UInt8], codec: MediaCodec, _ comments: ([UInt8]) -> [UInt8]) {
        let pages = OggPages.split(header).pages
        guard pages.count > 1, let first = pages.first, first.count >= 27 else { return nil }
        var packets = OggPages.packets(pages.dropFirst())
        guard let old = packets.first, let place = Self.frame(old, codec) else { return nil }
        let content = comments(Array(old[place...]))
        var new = Array(old[..<place]) + content
        switch codec {
        case .vorbis: new.append(1)
        case .flac:
            guard content.count < 1 << 24 else { return nil }
            for (index, shift) in [16, 8, 0].enumerated() {
                new[index + 1] = UInt8(truncatingIfNeeded: content.count >> shift)
            }
        default: break
        }
        packets[0] = new
        let made = OggPages.pages(of: packets, like: first)
        bytes = first + made.joined()
        addedPageCount = made.count - (pages.count - 1)
    }

    /// How many bytes stand in front of the comments.
    private static func frame(_ packet: [UInt8], _ codec: MediaCodec) -> Int? {
        let (head, count): ([UInt8], Int) =
            switch codec {
            case .opus: (Array("OpusTags".utf8), 8)
            case .vorbis: ([3] + Array("vorbis".utf8), 7)
            case .flac: ([], 4)
            default: ([], 0)
            }
        return packet.count > count && packet.starts(with: head) ? count : nil
    }
}

/// Pages of Ogg as bytes (RFC 3533).
enum OggPages {
    /// The whole pages that bytes begin with, and what is left over.
    static func split(_ bytes: [UInt8]) -> (pages: [[UInt8]], rest: [UInt8]) {
        var pages: [[UInt8]] = []
        var place = 0
        while let count = pageCount(bytes, place), place + count <= bytes.count {
            pages.append(Array(bytes[place..<place + count]))
            place += count
        }
        return (pages, Array(bytes[place...]))
    }

    private static func pageCount(_ bytes: [UInt8], _ place: Int) -> Int? {
        guard place + 27 <= bytes.count else { return nil }
        let segments = Int(bytes[place + 26])
        guard place + 27 + segments <= bytes.count else { return nil }
        return 27 + segments + bytes[place + 27..<place + 27 + segments].reduce(0) { $0 + Int($1) }
    }

    static func packets(_ pages: some Sequence<[UInt8]>) -> [[UInt8]] {
        var (packets, packet) = ([[UInt8]](), [UInt8]())
        for page in pages {
            let segments = page[27..<27 + Int(page[26])]
            var place = 27 + segments.count
            for segment in segments {
                packet += page[place..<place + Int(segment)]
                place += Int(segment)
                guard segment < 255 else { continue }
                packets.append(packet)
                packet = []
            }
        }
        return packets
    }

    /// Packets of a header on pages of their own, behind the first page of a stream.
    static func pages(of packets: [[UInt8]], like first: [UInt8]) -> [[UInt8]] {
        var segments: [(bytes: ArraySlice<UInt8>, isStart: Bool)] = []
        for packet in packets {
            var rest = packet[...]
            var isStart = true
            while true {
                let part = rest.prefix(255)
                segments.append((part, isStart))
                (rest, isStart) = (rest.dropFirst(part.count), false)
                if part.count < 255 { break }
            }
        }
        return stride(from: 0, to: segments.count, by: 255).enumerated().map { number, start in
            let part = segments[start..<min(start + 255, segments.count)]
            let ends = part.contains { $0.bytes.count < 255 }
            var page = Array("OggS".utf8) + [0, part.first?.isStart ?? true ? 0 : 1]
            page += [UInt8](repeating: ends ? 0 : 0xFF, count: 8) + first[14..<18]
            page += [0, 0, 0, 0, 0, 0, 0, 0, UInt8(part.count)] + part.map { UInt8($0.bytes.count) }
            for segment in part { page += segment.bytes }
            return renumbered(page, by: number + 1)
        }
    }

    /// A page with a higher number, and the sum that goes with it.
    static func renumbered(_ page: [UInt8], by count: Int) -> [UInt8] {
        var page = page
        let number =
            page[18..<22].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ UInt32(truncatingIfNeeded: count)
        for index in 0..<4 { page[18 + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index)) }
        page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        let sum = page.reduce(UInt32(0)) { $0 << 8 ^ sums[Int(UInt8(truncatingIfNeeded: $0 >> 24) ^ $1)] }
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        return page
    }

    private static let sums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
}

/// Counts pages on, of bytes that come in any pieces.
struct OggRenumbering {
    let count: Int
    private(set) var rest: [UInt8] = []

    init(by count: Int) { self.count = count }

    mutating func add(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let (pages, rest) = OggPages.split(self.rest + bytes)
        self.rest = rest
        return Array(pages.map { OggPages.renumbered($0, by: count) }.joined())
    }
}
