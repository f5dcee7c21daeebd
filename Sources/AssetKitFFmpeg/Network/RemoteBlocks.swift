/// What is kept of a file on a server: blocks of its bytes, the latest used ones of so many. A plain value.
struct RemoteBlocks {
    static let size: Int64 = 16 << 10

    private struct Block {
        /// From its beginning on; shorter than a block while it comes.
        var bytes: [UInt8] = []
        var use: UInt64
    }

    private let budget: Int
    private var blocks: [Int64: Block] = [:]
    private var uses: UInt64 = 0
    /// ``ranges``, until something changes.
    private var knownRanges: [Range<Int64>]?

    init(budget: Int) { self.budget = max(budget / Int(Self.size), 8) }

    /// How many bytes are there at an offset, one behind the other.
    func count(at offset: Int64) -> Int64 {
        var place = offset
        while let block = blocks[place / Self.size], case let end = start(of: place) + Int64(block.bytes.count),
            end > place
        {
            place = end
            if Int64(block.bytes.count) < Self.size { break }
        }
        return place - offset
    }

    func has(_ offset: Int64) -> Bool {
        guard let block = blocks[offset / Self.size] else { return false }
        return offset - start(of: offset) < Int64(block.bytes.count)
    }

    /// Copies what is there at an offset; 0 where nothing is.
    mutating func copy(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        uses += 1
        while filled < buffer.count {
            let place = offset + Int64(filled)
            guard let bytes = blocks[place / Self.size]?.bytes, case let first = Int(place - start(of: place)),
                first < bytes.count
            else { break }
            let part = bytes[first...].prefix(buffer.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: part)
            blocks[place / Self.size]?.use = uses
            filled += part.count
        }
        return filled
    }

    /// Keeps bytes from an offset on. Those whose block has not come from its beginning are not kept.
    mutating func keep(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
        uses += 1
        knownRanges = nil
        var (place, rest) = (offset, bytes)
        while !rest.isEmpty {
            let first = Int(place - start(of: place))
            let part = rest.prefix(Int(Self.size) - first)
            let known = blocks[place / Self.size]?.bytes.count ?? 0
            if known >= first, known < first + part.count {
                blocks[place / Self.size, default: Block(use: uses)].bytes += part.dropFirst(known - first)
            }
            blocks[place / Self.size]?.use = uses
            place += Int64(part.count)
            rest = rest.dropFirst(part.count)
        }
        // An eighth at once, so that not every block looks at all.
        if blocks.count > budget { forgetOldest(until: (budget - budget / 8) * Int(Self.size)) }
    }

    /// Keeps so many bytes, of those used last.
    mutating func forgetOldest(until budget: Int) {
        let surplus = blocks.count - budget / Int(Self.size)
        guard surplus > 0 else { return }
        knownRanges = nil
        for (number, _) in blocks.sorted(by: { $0.value.use < $1.value.use }).prefix(surplus) { blocks[number] = nil }
    }

    /// What is there, in order.
    var ranges: [Range<Int64>] {
        mutating get {
            let ranges = knownRanges ?? foundRanges
            knownRanges = ranges
            return ranges
        }
    }

    private var foundRanges: [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for number in blocks.keys.sorted() {
            let start = number * Self.size
            let end = start + Int64(blocks[number]?.bytes.count ?? 0)
            guard end > start else { continue }
            if let last = ranges.last, last.upperBound == start {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(start..<end)
            }
        }
        return ranges
    }

    private func start(of offset: Int64) -> Int64 { offset / Self.size * Self.size }
}
