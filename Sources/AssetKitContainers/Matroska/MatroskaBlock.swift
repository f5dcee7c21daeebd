internal import AssetKitBase
internal import CMTimeLib

/// One block: a sample of a track, or several that were laced together. Its payload is not read.
package struct MatroskaBlock: Sendable {
    package var trackNumber: UInt64
    /// The time of the first frame, in ticks of the file's clock.
    package var ticks: Int64
    /// The duration in ticks, where the block gives one.
    package var durationTicks: Int64?
    package var isKeyframe: Bool
    package var isInvisible = false
    var isDiscardable = false
    /// Nanoseconds to drop of what the block decodes to: at its end, or, below zero, at its start.
    package var discardPadding: Int64?
    /// The numbers of the block's additions: 1 is for what the codec defines, such as the alpha of VP8 and VP9.
    package var additions: [UInt64] = []
    /// Where the block's cluster begins.
    package var clusterOffset: Int64
    /// Where the block's own content begins, its head.
    package var offset: Int64
    /// Where the frames lie. One, unless laced.
    package var frames: MatroskaFrames
}

/// Takes the head of a block apart.
enum MatroskaBlockHead {
    /// The head's fields, and how many bytes it takes.
    struct Fields {
        var trackNumber: UInt64
        var relativeTicks: Int16
        var flags: UInt8
        var length: Int
    }

    static func fields(_ bytes: BytePrefix) -> Fields? {
        guard let (track, length) = EBMLNumber.unsigned(bytes, at: 0), bytes.count >= length + 3 else { return nil }
        let ticks = Int16(bitPattern: UInt16(bytes.number(at: length, length: 2)))
        return Fields(trackNumber: track, relativeTicks: ticks, flags: bytes[length + 2], length: length + 3)
    }

    /// The sizes of laced frames, and how many bytes the table of them takes; nil when it is damaged.
    /// `total` is the size of table and frames together, `bytes` as much of the beginning as is at hand.
    static func laces(_ bytes: ArraySlice<UInt8>, kind: UInt8, total: Int64) -> (sizes: [Int64], length: Int)? {
        guard let first = bytes.first else { return nil }
        let count = Int(first) + 1
        let table = bytes.dropFirst()
        switch kind {
        case 1: return xiph(table, count: count, total: total)
        case 2:
            guard (total - 1) % Int64(count) == 0 else { return nil }
            return ([Int64](repeating: (total - 1) / Int64(count), count: count), 1)
        case 3: return ebml(table, count: count, total: total)
        default: return nil
        }
    }

    /// Sizes as sums of bytes, of which 255 says that another follows.
    private static func xiph(_ table: ArraySlice<UInt8>, count: Int, total: Int64) -> ([Int64], Int)? {
        var sizes: [Int64] = []
        var rest = table
        while sizes.count < count - 1 {
            var size: Int64 = 0
            while true {
                guard let byte = rest.popFirst() else { return nil }
                size += Int64(byte)
                if byte < 255 { break }
            }
            sizes.append(size)
        }
        return closed(sizes, length: 1 + table.count - rest.count, total: total)
    }

    /// The first size, and then the difference of each one to the one before.
    private static func ebml(_ table: ArraySlice<UInt8>, count: Int, total: Int64) -> ([Int64], Int)? {
        var sizes: [Int64] = []
        var rest = table
        while sizes.count < count - 1 {
            guard let last = sizes.last else {
                guard let (size, length) = EBMLNumber.unsigned(rest) else { return nil }
                sizes.append(Int64(size))
                rest = rest.dropFirst(length)
                continue
            }
            guard let (difference, length) = EBMLNumber.signed(rest) else { return nil }
            let size = last + difference
            guard size >= 0, size <= total else { return nil }
            sizes.append(size)
            rest = rest.dropFirst(length)
        }
        return closed(sizes, length: 1 + table.count - rest.count, total: total)
    }

    /// The last frame has what the others leave.
    private static func closed(_ sizes: [Int64], length: Int, total: Int64) -> ([Int64], Int)? {
        let used = sizes.reduce(Int64(length)) { sum, size in size > total ? total + 1 : min(sum + size, total + 1) }
        guard used <= total else { return nil }
        return (sizes + [total - used], length)
    }
}
